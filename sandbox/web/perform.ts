import type { ClickPlace, FieldValue } from "../slack/actor-types.ts";
import type { Actor, SlackWorkspace } from "../slack/index.ts";
import type { Delivery, JsonObject } from "../slack/types.ts";
import type { ActPlace, EnteredValue, FieldEntry, PersonAct, PickedUpload } from "./act.ts";

/** What a person notices of an act, besides what changes on the screen. */
export type Noticed = {
  readonly trouble: string | null;
  readonly errors: { readonly [blockId: string]: string };
  readonly options: readonly JsonObject[];
};

/** The client would not let the person enter that. */
export class EntryRefused extends Error {
  override readonly name = "EntryRefused";
  readonly blockId: string;

  constructor(blockId: string, cause: unknown) {
    super(cause instanceof Error ? cause.message.replace(`${blockId}: `, "") : String(cause), { cause });
    this.blockId = blockId;
  }
}

export const NOTHING_NOTICED: Noticed = { trouble: null, errors: {}, options: [] };

/**
 * Does what a person did on the page. Resolves when Slack's client would go on.
 * @throws EntryRefused when a field does not take what was entered; Error when the act is not possible now
 */
export async function perform(slack: SlackWorkspace, actor: Actor, act: PersonAct): Promise<Noticed> {
  switch (act.act) {
    case "say":
      say(actor, act);
      return NOTHING_NOTICED;
    case "command":
      return command(actor, act);
    case "shortcut":
      return toNoticed(await actor.shortcut(act.callbackId));
    case "message_shortcut":
      return toNoticed(
        await actor.messageShortcut(act.callbackId, { conversation: act.conversation, ts: act.ts }),
      );
    case "click":
      return click(slack, actor, act);
    case "join":
      actor.join(act.conversation);
      return NOTHING_NOTICED;
    case "open_home":
      return toNoticed(await actor.openHome());
    case "open_messages":
      return toNoticed(await actor.openMessagesTab());
    default:
      return performInModal(actor, act);
  }
}

async function command(actor: Actor, act: Extract<PersonAct, { act: "command" }>): Promise<Noticed> {
  const { name, text, conversation, threadTs } = act;
  const place = threadTs === null ? { conversation } : { conversation, threadTs };
  return toNoticed(await actor.command(name, text, place));
}

type ModalAct = Extract<PersonAct, { act: "fill" | "submit" | "back" | "close" | "suggest" }>;

async function performInModal(actor: Actor, act: ModalAct): Promise<Noticed> {
  if (act.act === "suggest") {
    return { ...NOTHING_NOTICED, options: await actor.suggestGrouped(act.blockId, act.query, act.actionId) };
  }
  if (act.act === "close") {
    await actor.closeView({ all: act.all });
    return NOTHING_NOTICED;
  }
  const filled = await fillIn(actor, act.entries);
  if (act.act === "submit") return submit(actor);
  if (act.act === "back") await actor.back();
  return filled;
}

async function submit(actor: Actor): Promise<Noticed> {
  const result = await actor.submit();
  if (result.kind === "errors" || result.kind === "client_error")
    return { ...NOTHING_NOTICED, errors: result.errors };
  if (result.kind === "trouble") return { ...NOTHING_NOTICED, trouble: result.message };
  return NOTHING_NOTICED;
}

type Click = Extract<PersonAct, { act: "click" }>;

async function click(slack: SlackWorkspace, actor: Actor, act: Click): Promise<Noticed> {
  if (act.place.kind === "view") await fillIn(actor, act.entries);
  const value = act.value === undefined ? {} : { value: toFieldValue(act.value) };
  const options = { blockId: act.blockId, ...value };
  return toNoticed(await actor.click(toPlace(slack, actor, act.place), act.actionId, options));
}

function toPlace(slack: SlackWorkspace, actor: Actor, place: ActPlace): ClickPlace {
  if (place.kind === "view") return { view: true };
  if (place.kind === "home") return { home: true };
  if (place.kind === "message") return { message: { conversation: place.conversation, ts: place.ts } };
  const ephemeral = slack.ephemerals(actor.person.id).find(({ id }) => id === place.id);
  if (ephemeral === undefined) throw new Error("that message is gone");
  return { ephemeral };
}

async function fillIn(actor: Actor, entries: readonly FieldEntry[]): Promise<Noticed> {
  let trouble: string | null = null;
  for (const { blockId, actionId, value } of entries) {
    const delivery = await actor.fill(blockId, toFieldValue(value), actionId).catch((error: unknown) => {
      throw new EntryRefused(blockId, error);
    });
    trouble = delivery?.trouble ?? trouble;
  }
  return { ...NOTHING_NOTICED, trouble };
}

function say(actor: Actor, act: Extract<PersonAct, { act: "say" }>): void {
  const { conversation, text, threadTs, files } = act;
  actor.say(conversation, text, {
    files: files.map(toPicked),
    ...(threadTs === null ? {} : { threadTs }),
  });
}

function toPicked({ name, mimetype, base64 }: PickedUpload) {
  return { name, mimetype, bytes: new Uint8Array(Buffer.from(base64, "base64")) };
}

function toFieldValue(value: EnteredValue): FieldValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return value.files.map(toPicked);
}

function toNoticed(delivery: Delivery): Noticed {
  return { ...NOTHING_NOTICED, trouble: delivery.trouble };
}
