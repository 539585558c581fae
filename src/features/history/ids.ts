/** What Slack echoes back; `open` carries an operation's id. */
export const ids = { command: "/msg-history", page: "history.page", open: "history.open" } as const;
