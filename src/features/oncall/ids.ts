export const ids = {
  take: "oncall.take",
  /** Buttons that lead out of Slack, which tells the app of a click all the same. */
  console: "oncall.console",
  runbook: "oncall.runbook",
} as const;
