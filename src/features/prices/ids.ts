/** What Slack echoes back. The page buttons carry a suffix behind `:`. */
export const ids = {
  command: "/msg-prices",
  page: "prices.page",
  open: "prices.open",
} as const;
