/** What Slack echoes back. */
export const ids = { command: "/msg-history", page: "history.page" } as const;
