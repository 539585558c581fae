/** What Slack echoes back. The page buttons carry a suffix behind `:`. */
export const ids = { command: "/msg-channels", page: "channels.page", open: "channels.open" } as const;
