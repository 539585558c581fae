import { z } from "zod";

/** A file as the page sends it; the content is base64. */
const PickedFile = z.object({ name: z.string().min(1), mimetype: z.string(), base64: z.base64() });

/** What a person entered in one field; see FieldValue of the workspace for the meaning by element. */
const EnteredValue = z.union([
  z.null(),
  z.string(),
  z.array(z.string()),
  z.object({ kind: z.literal("files"), files: z.array(PickedFile) }),
]);

const Entry = z.object({ blockId: z.string(), actionId: z.string(), value: EnteredValue });
/** Fields changed since the last act, filled in before the act itself. */
const Entries = z.array(Entry).default([]);

const Place = z.union([
  z.object({ kind: z.literal("message"), conversation: z.string(), ts: z.string() }),
  z.object({ kind: z.literal("ephemeral"), id: z.string() }),
  z.object({ kind: z.literal("view") }),
  z.object({ kind: z.literal("home") }),
]);

/** One thing a person does at their Slack client. */
const PersonAct = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("command"),
    name: z.string(),
    text: z.string(),
    conversation: z.string(),
    threadTs: z.string().nullable().default(null),
  }),
  z.object({
    act: z.literal("say"),
    conversation: z.string(),
    text: z.string(),
    threadTs: z.string().nullable(),
    files: z.array(PickedFile),
  }),
  z.object({ act: z.literal("shortcut"), callbackId: z.string() }),
  z.object({
    act: z.literal("message_shortcut"),
    callbackId: z.string(),
    conversation: z.string(),
    ts: z.string(),
  }),
  z.object({
    act: z.literal("click"),
    place: Place,
    blockId: z.string(),
    actionId: z.string(),
    value: EnteredValue.optional(),
    entries: Entries,
  }),
  z.object({ act: z.literal("fill"), entries: Entries }),
  z.object({ act: z.literal("submit"), entries: Entries }),
  z.object({ act: z.literal("back"), entries: Entries }),
  z.object({ act: z.literal("close"), all: z.boolean() }),
  z.object({ act: z.literal("suggest"), blockId: z.string(), actionId: z.string(), query: z.string() }),
  z.object({ act: z.literal("join"), conversation: z.string() }),
  z.object({ act: z.literal("open_home") }),
  z.object({ act: z.literal("open_messages") }),
]);

/** One thing that is done to the world around the bot. */
const OutsideAct = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("platform"),
    mood: z.enum(["well", "slow", "silent", "refusing", "failing", "cutting"]),
    /** Only for `refusing`. */
    code: z.string().max(100).default("Forbidden"),
    isOnce: z.boolean(),
  }),
  z.object({ act: z.literal("release_platform") }),
  z.object({ act: z.literal("kill_bot") }),
  z.object({
    act: z.literal("slack"),
    trouble: z.enum([
      "rate_limit",
      "hang",
      "error",
      "no_edits",
      "no_edits_outside",
      "drop",
      "refresh",
      "refuse",
      "clear",
    ]),
  }),
  z.object({
    act: z.literal("vendor"),
    templateId: z.string(),
    vendor: z.enum(["vendorA", "vendorB"]),
    /** What the reviewer does; a rejection and a question need words. */
    review: z.enum(["approve", "reject", "ask"]),
    comment: z.string().max(2000),
  }),
]);

/** The body of a POST to /act. */
export const ActRequest = z.object({
  as: z.string(),
  /** The page's own id, new with each load. */
  page: z.string().default(""),
  act: z.discriminatedUnion("act", [...PersonAct.options, ...OutsideAct.options]),
});

export type EnteredValue = z.infer<typeof EnteredValue>;
export type PickedUpload = z.infer<typeof PickedFile>;
export type FieldEntry = z.infer<typeof Entry>;
export type ActPlace = z.infer<typeof Place>;
export type PersonAct = z.infer<typeof PersonAct>;
export type OutsideAct = z.infer<typeof OutsideAct>;
/** What the page sends: fields with a default may be left out. */
export type SentAct = z.input<typeof ActRequest>["act"];
