/** What Slack echoes back. The page buttons carry a suffix behind `:`. */
export const ids = { command: "/msg-payments", page: "payments.page", open: "payments.open" } as const;
