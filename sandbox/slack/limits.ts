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
  blocks: 100,
  title: 24,
  submit: 24,
  close: 24,
  privateMetadata: 3000,
  callbackId: 255,
  externalId: 255,
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

export const BLOCK = {
  blockId: 255,
  headerText: 150,
  sectionText: 3000,
  sectionFields: 10,
  sectionFieldText: 2000,
  contextElements: 10,
  actionsElements: 25,
  inputLabel: 2000,
  inputHint: 2000,
  tableRows: 100,
  tableCells: 20,
  tableColumnSettings: 20,
} as const;

export const ELEMENT = {
  actionId: 255,
  buttonText: 75,
  buttonValue: 2000,
  url: 3000,
  accessibilityLabel: 75,
  placeholder: 150,
  optionText: 75,
  optionValue: 150,
  options: 100,
  optionGroups: 100,
  optionGroupLabel: 75,
  textInput: 3000,
  maxFiles: 10,
  fileBytes: 10 * 1024 * 1024,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
} as const;

/** Calls of one method a minute; what Slack lets through beyond them it does not promise. */
export const CALLS_PER_MINUTE = { 2: 20, 3: 50, 4: 100 } as const;

export type Tier = keyof typeof CALLS_PER_MINUTE;

export type Surface = "message" | "modal" | "home";

/**
 * docs.slack.dev/blocks.json (2026), narrowed where the Block Kit validator of TightknitAI measured that a surface
 * refuses what the document allows.
 */
export const BLOCK_SURFACES: ReadonlyMap<string, readonly Surface[]> = new Map(
  Object.entries<readonly Surface[]>({
    actions: ["message", "modal", "home"],
    context: ["message", "modal", "home"],
    divider: ["message", "modal", "home"],
    header: ["message", "modal", "home"],
    input: ["message", "modal", "home"],
    rich_text: ["message", "modal", "home"],
    section: ["message", "modal", "home"],
    table: ["message"],
  }),
);

/** Restricted elements only; the others go wherever their block goes. */
export const ELEMENT_SURFACES: { readonly [type: string]: readonly Surface[] } = { file_input: ["modal"] };
