import { createQuickReader } from "../../lists/readings.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import type { PreparedAct } from "../../operations/index.ts";
import { type FormAct, toFurtherTry } from "../../outcomes/again.ts";
import { storeWithinBudget } from "../../outcomes/handlers.ts";
import type { SendBody } from "../../platform/index.ts";
import { renderNoAccess } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import { createFileTable, createLibrary, type Draft, type UploadedFileRecord } from "../../store/index.ts";
import { createObservations } from "../../store/observations/observations.ts";
import type { AppContext } from "../feature.ts";
import { costOf } from "./cost.ts";
import { findTestRecipient } from "./recipients.input.ts";
import { type SendInput, type SendRules, toBodies } from "./send.input.ts";
import { createAgent, imageIdsOf, sendKind } from "./send.ts";
import type { FormOptions } from "./send.view.ts";
import type { MessageSnapshot } from "./stored.ts";
import type { SendContext } from "./warnings.ts";

export type SendDeps = ReturnType<typeof createSendDeps>;

export function createSendDeps(app: AppContext) {
  const { config, log, people, store, lists, within } = app;
  const { senders, operators } = config.people;
  const rules: SendRules = config.messages;
  return {
    ...app,
    rules,
    agent: createAgent(config.platform.appId),
    maySend: (person: Person) => people.isOn(senders, person),
    isOperator: (person: Person) => people.isOn(operators, person),
    /** For display only: false instead of an error while a group's members are unknown. */
    isKnownOperator: (person: Person) => people.isKnownToBeOn(operators, person),
    noAccess: (words: Catalogue) => renderNoAccess(words.issues.notAllowed, operators, words.common.access),
    /** Prices and channels of the account. Callers give the ms to wait; null takes the last reading at once. */
    prices: createQuickReader((country) => lists.prices({ basis: "account", country }), within),
    channels: createQuickReader(() => lists.channels(), within),
    files: store.open(createFileTable),
    templates: store.open(createObservations),
    library: store.open(createLibrary),
    imageUpload: () => app.services().imageUpload,
    onDraftFailure: (error: unknown) => log.error({ err: error }, "a draft could not be stored"),
    onStoreFailure: (error: unknown) => log.error({ err: error }, "a form could not be stored"),
  };
}

/** Adds the person's id to the rules, for recipients called "me". */
export function sendRulesFor({ id: me }: Pick<Person, "id">, { rules }: SendDeps): SendRules {
  return { ...rules, me };
}

export function formOptions(person: Person, deps: SendDeps): FormOptions {
  const words = wordsOf(person.locale);
  const upload = deps.imageUpload();
  return {
    rules: sendRulesFor(person, deps),
    words,
    mayAttach: upload?.mayBeOffered(person) === true,
  };
}

export async function prepareSend(act: string, input: SendInput, deps: SendDeps) {
  const { agent, rules } = deps;
  const bodies = toBodies(input);
  const listedAs = await readListFacts(bodies, deps, input.cost);
  const asked = (body: SendBody) => ({
    request: { ...body, agent },
    snapshot: { ...toSnapshot(body, rules), ...listedAs(body) },
  });
  const [first, ...others] = bodies;
  const siblings = others.map((body, index) => ({
    id: `${act}.${toSiblingSuffix(index + 1)}`,
    ...asked(body),
  }));
  return {
    conversation: input.conversation,
    ...asked(first),
    ...(siblings.length === 0 ? {} : { siblings }),
  };
}

/** Suffix of a sibling's id: "01" to "99", so that ids sort in this order. */
export function toSiblingSuffix(index: number): string {
  return String(index).padStart(2, "0");
}

/** Messages that this person sent today (null if the store doesn't answer in time), and the daily limit. */
export async function readQuotaUsage({ id }: Person, { quota, store, within }: SendDeps) {
  const { day, limit } = quota();
  const counting = store.operations.countUsed(id, { day, kind: sendKind }).catch(() => null);
  return { usedToday: (await within(formWaitMs, counting)) ?? null, limit };
}

export type SendSubmission = { form: FormAct; input: SendInput };

/** Kind of the act's first operation: the message, or the upload of its image. */
export function kindOfFirstOperation(hasImage: boolean, { imageUpload }: SendDeps): string {
  return (hasImage ? imageUpload()?.kind : undefined) ?? sendKind;
}

/** Reason why the image can't be attached; null if it can, or there is none. */
export function findImageIssue(person: Person, { image }: SendInput, deps: SendDeps): string | null {
  if (image === null) return null;
  const words = wordsOf(person.locale);
  const upload = deps.imageUpload();
  if (upload === undefined || !upload.may(person)) return words.files.notAllowed;
  const asked = upload.toRequest(image, words);
  return "issue" in asked ? asked.issue : null;
}

/** Prepares the act; with an image, the message starts when the upload is accepted. */
export async function prepareSendSteps(
  person: Person,
  { form, input }: SendSubmission,
  deps: SendDeps,
): Promise<PreparedAct | { denied: string }> {
  const { conversation, ...asked } = await prepareSend(form.act, input, deps);
  const message = { ...asked, ...toFurtherTry(form) };
  const { image } = input;
  if (image === null) return { conversation, ...message };
  const upload = deps.imageUpload()?.toRequest(image, wordsOf(person.locale));
  const denied = findImageIssue(person, input, deps);
  if (denied !== null || upload === undefined || "issue" in upload) return { denied: denied ?? "" };
  const next = { id: `${form.act}:send`, kind: sendKind, ...message };
  return { conversation, request: upload.request, next };
}

/** Facts stored with the operation, since the configuration may change later. */
export function toSnapshot({ message }: SendBody, rules: Pick<SendRules, "testRecipients">) {
  const { to, country = "82" } = message;
  const listed = findTestRecipient({ to, country }, rules);
  return { recipient: listed?.name ?? null, phoneOwner: listed?.phoneOwner ?? null };
}

type Listed = Pick<MessageSnapshot, "template" | "channel" | "cost">;

/**
 * Names and prices for messages to enqueue, without waiting for the platform. `shown`: price that the person confirmed;
 * null if the confirmation had none; absent without a confirmation.
 */
export async function readListFacts(
  bodies: readonly SendBody[],
  { templates, prices, channels, within }: SendDeps,
  shown?: MessageSnapshot["cost"],
): Promise<(body: SendBody) => Listed> {
  const unlessEmpty = (id: string | undefined) => (id === undefined || id === "" ? [] : [id]);
  const ids = bodies.flatMap(({ message }) => unlessEmpty(message.chatOptions?.templateId));
  const countries = bodies.map(({ message }) => message.country ?? "82");
  const [names, costs, known] = await Promise.all([
    toMap(ids, async (id) => (await within(formWaitMs, templates.get(id)))?.content?.name ?? null),
    toMap(countries, async (country) => (await prices(country, null))?.items ?? null),
    channels("", null),
  ]);
  const nameOf = new Map((known?.items ?? []).map(({ pfId, searchId }) => [pfId, searchId]));
  return ({ message }) => {
    const { templateId = "", pfId = "" } = message.chatOptions ?? {};
    const list = costs.get(message.country ?? "82") ?? null;
    return {
      template: names.get(templateId) ?? null,
      channel: nameOf.get(pfId) ?? null,
      cost: shown === undefined ? list && costOf(message, list) : shown,
    };
  };
}

async function toMap<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T>,
): Promise<Map<string, T | null>> {
  const found = [...new Set(keys)].map(async (key) => [key, await find(key).catch(() => null)] as const);
  return new Map(await Promise.all(found));
}

/** Lifetime of a draft; its confirmation can't be submitted later. */
const draftLifeMs = 24 * 60 * 60_000;

/** Returns the draft's id; undefined if the store failed or was too slow. */
export function saveDraft(
  person: Person,
  { kind, body }: { kind: string; body: object },
  deps: SendDeps,
): Promise<string | undefined> {
  const id = deps.newId();
  const expiresAt = new Date(deps.now().getTime() + draftLifeMs);
  const saving = deps.store.drafts.save({ id, author: person.id, kind, body, expiresAt });
  return storeWithinBudget(
    saving.then(() => id),
    { within: deps.within, onFailure: deps.onDraftFailure },
  );
}

/** Null if the draft is gone or somebody else's; undefined if the store failed or was too slow. */
export function readDraft(person: Person, id: string, deps: SendDeps): Promise<Draft | null | undefined> {
  const { within, onDraftFailure: onFailure } = deps;
  return storeWithinBudget(deps.store.drafts.get(id, person.id), { within, onFailure });
}

/** Time in ms that a form waits for facts from store or lists. */
export const formWaitMs = 300;

/** Reads the message's template and images; omits what the store doesn't return in time. */
export async function readSendContext(
  body: SendBody,
  deps: SendDeps,
  writtenAt?: Date | undefined,
): Promise<SendContext> {
  const { templateId = "" } = body.message.chatOptions ?? {};
  const looking = templateId === "" ? undefined : deps.within(formWaitMs, deps.templates.get(templateId));
  const [template, uploaded] = await Promise.all([looking?.catch(() => undefined), findImages(body, deps)]);
  const images = new Map(uploaded.map(({ fileId, name }) => [fileId, name]));
  const deleted = uploaded.flatMap(({ deletedAt, name }) => (deletedAt === null ? [] : [name]));
  return { template, images, deleted, writtenAt, at: deps.now() };
}

const maxImages = 20;

async function findImages(body: SendBody, { files, within }: SendDeps): Promise<UploadedFileRecord[]> {
  const reading = imageIdsOf(body)
    .slice(0, maxImages)
    .map((id) => files.get(id));
  const found = await within(formWaitMs, Promise.all(reading)).catch(() => undefined);
  return (found ?? []).filter((one) => one !== null);
}
