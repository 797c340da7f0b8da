// Package derpate is the game Der Pate for two to four players, a pure state
// machine on the contract of engine/game.
//
// Sources: Der Pate by Michael Rieneck (Kosmos, 2010): the English rulebook, and
// a Chinese summary that prints the event cards and differs in several rules.
//
// Edition "kosmos" is the rulebook, with the effects of the event cards from the
// summary, as the rulebook prints none. Edition "tw" is the summary wherever it
// differs. Every difference is a flag of its own (options.go), so that both can
// be mixed. No source has the places of the businesses, the steps of the car on
// the event cards, the steps of Income and the order of the favours; they were
// chosen to fit everything that the sources say and to play evenly.
//
// The files follow the rule book: the board, tracks and cards; options and
// set-up; the state and its moves; the round with its event, a turn with its
// spaces, tracks, tiles and favours; the end. Beside the rules stand what others
// see (view, text, label, facts) and the way back from JSON (position, restore,
// consistent). A state is one plain value without pointers or maps.
//
// Money is a courtesy secret: no view but the owner's shows it, and no question
// is asked or left out because of it; payments are told as the table sees them.
//
// The sources' gaps and how they are settled; the code cites these numbers:
//
//	R1  Gathering is in row 3.
//	R2  Placing is forced, using depends: an action that cannot be done does
//	    nothing.
//	R3  A hand goes to Press in rows 1 to 3, a number never does. In row 4 a hand
//	    is as good as a number.
//	R4  Row 1 needs the matching number, so a die has exactly one space there.
//	R5  The Senator frees from the colour only, in rows 2 and 3 for numbers and
//	    in row 4 for any face.
//	R6  Cop and Judge act on dice just thrown and not placed, rows 1 to 3.
//	R7  Optional moves stand between actions, not inside one.
//	R8  A turn ends by itself when nothing optional is left, else by `end`.
//	R9  Tiles and favours are used in one's own turn only.
//	R10 Steps on one's own tracks are never declined, nor the attorney.
//	R11 Arriving at the end of a track with surplus steps pays nothing, unless
//	    each missing step does (trackEndPay).
//	R12 Several businesses of one kind are one advance, Press is two.
//	R13 rowOneSteps "one": the step is given even with no such business.
//	R14 gathering "holder-pays-1000": the active player pays.
//	R15 A takeover is voluntary; killing needs a marker in hand, too.
//	R16 Money never goes below zero in play: a forced payment takes what there
//	    is, a purchase is made in full or not at all.
//	R17 Without a figure in the supply nothing is entered and nothing asked.
//	R18 visit "clear" is automatic, and the visitor cannot enter at once.
//	R19 Neutral figures that are removed leave the game; markers for them lie
//	    with the bank.
//	R20 The Informer takes players' figures only, unless informerNeutral.
//	R21 Of the event cards only Casino Raid ignores protection.
//	R22 Vendetta and Retreat belong to each own turn, unless ownTurnEvents is off.
//	R23 Obligation happens for all at once.
//	R24 Bail or River and Donation ask also whoever cannot pay.
//	R25 Crackdown: a hand raids nobody; the roll is a move of the start player.
//	R26 Rolls are moves of their own.
//	R27 An event goes in the order marker, car, text.
//	R28 No event marker moves after one has reached the K.O. space.
//	R29 One's own figures go to prison in a raid, too.
//	R30 Debts are settled with and by families that dropped out.
//	R31 Prisoners count as family in a tie, sunk figures do not.
//	R32 Money becomes open when the game is over.
//	R33 The last district of four is given without a move.
//	R34 The car may be placed anywhere.
package derpate
