// Package diepatin is the game Die Patin for two to five players, a pure state
// machine on the contract of engine/game.
//
// Source: Die Patin, board game by Pim Thunborg (Zoch, 2023), edition
// "zoch-2023" (rules version 1). Rules, numbers and the claw studio and the hat
// shop are the rulebook's. The map with its coordinates, start areas and three of
// the colours, the other seven enterprises and which tile bears which bonus are
// reconstructed; they satisfy all that the rulebook says of them.
//
// The files follow the rule book: board, tiles, set-up, what a seat may do (moves,
// legal, reach), what becomes of it (apply: the start, intrigue cards, placing a
// figure; inside; claim: Invasion and claims), missions and the end of a round,
// the end. Beside the rules stand what others see (view, json, text, label, facts)
// and the way back from JSON (restore, consistent). A state is one plain value
// without pointers or maps.
//
// Deviation: the 15 borders of each player are not counted (R6).
//
// The rulebook's gaps and how they are settled; the code cites these numbers:
//
//	R1  The four tiles of an enterprise bear the four bonuses, one each.
//	R2  Start areas have one tile each, the other areas one or two.
//	R3  A deal with the same enterprise twice in an area is dealt anew.
//	R4  Chance removes enterprises when there are fewer than five players.
//	R5  Chance chooses the start seat.
//	R6  Borders follow from who owns what and have no limit.
//	R7  The last seat's only start area is still a move.
//	R8  Three, two and one rats are placed in that order, all of them.
//	R9  All three intrigue cards can be chosen in every round.
//	R10 Also a card with which the boss lady could not go anywhere now.
//	R11 A chosen card stays chosen, and secret until the boss lady is placed or
//	    the seat passes.
//	R12 A figure may always be placed inside; done is legal from the start.
//	R13 Bribe and Invasion are carried out whole, then the area is claimed.
//	R14 Loot outside is spent marker by marker, at least one; with the last one
//	    the claim is made.
//	R15 Own areas are never outside; areas of nobody are.
//	R16 Every part of a split territory gives access to its neighbours.
//	R17 Touching in one manhole is not adjacency. Unused districts do not exist;
//	    manholes that also touch areas in use stay in use.
//	R18 Another seat's only area is no outside area; that is looked at when the
//	    figure is placed, and protects from nothing else.
//	R19 A seat passes only when it has no other move: the boss lady is left and
//	    has no area.
//	R20 Loot and back rooms are for the inside only.
//	R21 A manhole holds any number of rats of one seat.
//	R22 A rat is placed only where no opposing rat is; only those are removed.
//	R23 With an empty supply a rat comes from another manhole, anywhere in use:
//	    for bribing, for the rat bonus and for Invasion.
//	R24 Invasion takes any of the four manholes. What is missing of the two rats
//	    may be moved there one by one, or given up.
//	R25 A rat counts in every area around its manhole.
//	R26 Removed rats return to their owner's supply.
//	R27 Power is rats and figures, of every seat; a boss lady counts 2.
//	R28 Ties fail, also against a third seat. A failed claim changes nothing.
//	R29 An area of nobody is claimed by the same rule.
//	R30 Only a claim changes an owner.
//	R31 Figures stay and count until the end of the round, whoever owns the area.
//	R32 A successful claim turns the back room of the area into a trophy. Its
//	    tile stays with the seat that took it, tiles in the area stay there.
//	R33 A back room needs two own figures in the area, wherever they came from.
//	R34 One back room in an area at a time.
//	R35 Ten back rooms for each seat in the whole game.
//	R36 A bonus is taken at once and uses no action; rat and remove may be
//	    skipped, and fall away when impossible.
//	R37 The rat bonus reaches all manholes in use.
//	R38 Loot is short when the general supply is: the bonus gives nothing, and
//	    the districts without any are filled up first.
//	R39 Loot is public; spent markers go to the general supply.
//	R40 Most is alone: a number shared with another seat scores for nobody.
//	R41 A mission may be declined.
//	R42 A seat scores a mission once, and still stands in the way of others.
//	R43 Back rooms on the board count for their mission.
//	R44 Missions are chosen at once and openly.
//	R45 The start seat moves on by one each round.
//	R46 After round 5 nothing is taken back or filled up.
//	R47 A seat without figures in its supply is passed over.
//	R48 Total, then mission points; seats equal in both share a place.
package diepatin
