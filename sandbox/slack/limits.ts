/**
 * Slack's limits, from docs.slack.dev (reference/block-kit, reference/views, surfaces/modals, apis/web-api/rate-limits)
 * and, where the documents are silent, from reports in slackapi's issue trackers. Characters and counts unless said
 * otherwise.
 */
export const TIMING = {
  ackMs: 3000,
  /** Not a limit of Slack's: past this a person wonders, and a bad network makes it three seconds. */
  slowAckMs: 1000,
  triggerMs: 3000,
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
  eventRetriesMs: [0, 60_000, 300_000],
} as const;

export const VIEW = {
  stack: 3,
  /** "250kb" (views.open, errors): read as the smaller kilobyte. */
  sizeBytes: 250_000,
} as const;

export const MESSAGE = {
  blocks: 50,
  textTruncatedAt: 40_000,
  /** chat.update refuses what chat.postMessage would cut. */
  editedText: 4000,
  /** In all cells of a message's table. */
  cellText: 10_000,
  /** slackapi/bolt-js#2509: "about 12,000 text characters plus a buffer"; undocumented. */
  blocksText: 12_000,
  tables: 1,
  /** Undocumented. */
  metadataBytes: 8000,
} as const;

/** Bytes that the client takes in a file_input. */
export const FILE_BYTES = 10 * 1024 * 1024;

/** Calls of one method a minute; what Slack lets through beyond them it does not promise. */
export const CALLS_PER_MINUTE = { 2: 20, 3: 50, 4: 100 } as const;

export type Tier = keyof typeof CALLS_PER_MINUTE;
