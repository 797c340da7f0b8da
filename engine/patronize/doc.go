// Package patronize is the game Patronize for three to five players, a pure
// state machine on the contract of engine/game.
//
// Source: Patronize, card game by Hisashi Hayashi (OKAZU Brand, 2013). The
// rulebook describes how every card works but prints no card values.
//
// Edition "reconstructed" (rules version 1): the influence, the specialities,
// the achievement and the VP of the characters, and all that stands on a Fame
// card, satisfy all that the rulebook says and were tuned by simulation. Names,
// abilities, counts, cube points, bonus VP, hand sizes and rounds are the
// rulebook's.
//
// The files follow the rule book: cards, set-up, the moves, a round (apply,
// achievement, protegee), the end of the game, scoring. Beside the rules stand
// what others see (view, text, label, facts) and the way back from JSON
// (restore, consistent). A state is one plain value without pointers or maps.
//
// The rulebook's gaps and how they are settled; the code cites these numbers:
//
//	R1  Start player: drawn at random, part of the set-up chance.
//	R2  Empty hand: the seat passes by itself when its turn comes; it still
//	    chooses in step 4. The only move that the game makes for a player.
//	R3  Step 3: the winner, then clockwise from him; each takes both his cubes,
//	    own first, before the next.
//	R4  White cubes are chosen one by one in that order, knowing all earlier
//	    gains; a neighbour's white is chosen by the one who gains the cube.
//	R5  Student beside a white character: two decisions, which may differ. He
//	    doubles only in the round he is played.
//	R6  Empty stock: the cube is taken from the first seat clockwise that has
//	    one; if no other seat has one, nothing is gained. A colour of which the
//	    seat has all 8 is not offered.
//	R7  Step 4 goes clockwise from the start seat of the current round.
//	R8  The Lawman works as a protegee, in every later round, not for himself.
//	R9  His fee goes to the stock before the card is taken, a real cube of the
//	    taker's choice, one move. Without a cube the card cannot be taken.
//	R10 The Clown copies one end ability of a protegee of the right neighbour,
//	    for his own patron; not the Student, not the Lawman. He must if he can.
//	R11 The Sculptor doubles the printed VP of any own protegee, himself too.
//	R12 Secret are hands, the Fame deck and the removed cards; all is shown
//	    when the game is over.
//	R13 Nobody has most of a colour of which there is no cube.
//	R14 Last tie-breaker: first clockwise from the start seat as it stands
//	    after the last round.
//	R15 Noble counts as fame, Sculptor as protegees, Painter and the like as
//	    achievements, all others as abilities.
//	R16 End of the game: the Clown, then the Sculptor, then all abilities
//	    together, virtual cubes first.
//	R17 Virtual cubes count for the Diplomat and the Spice Trader, all four.
//	R18 Everyone passes: the Fame card is lost, the start seat stays, each seat
//	    chooses in step 4.
//	R19 One plays: he wins and gains his own cube, nobody else gains. With two,
//	    the loser's neighbour is the winner.
//	R20 A protection cube is used up even when nobody passed.
//	R21 A character counts for a trump that is any one of his specialities.
//	R22 Only characters on the table can be taken, never a protegee.
package patronize
