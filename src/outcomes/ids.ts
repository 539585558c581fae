/** The history's own button, on whatever has a story; the value is the operation's id. Fixed by the contract. */
export const historyId = "history.open";
