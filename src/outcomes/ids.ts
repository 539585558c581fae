/** The history's own button, on whatever has a story; the value is the operation's id. Fixed by the contract. */
export const historyId = "history.open";

/**
 * What Slack echoes back of the buttons under an operation's post; the value is the operation's id. `settle` comes
 * with what a person found out behind a colon. Null where a kind of operation has no such way on.
 */
export type OutcomeIds = { settle: string; repeat: string | null; edit: string | null };
