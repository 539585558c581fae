import type { Within } from "../../deadline.ts";
import type { PlatformList } from "../../lists/readings.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import type { Operations, Prepared, Quota } from "../../operations/index.ts";
import type { NoticeOptions } from "../../outcomes/acknowledgement.view.ts";
import { againOf, type FormAct } from "../../outcomes/again.ts";
import { storeInTime } from "../../outcomes/handlers.ts";
import type { Channel, CountryPrice, SendBody } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Draft, FileTable, ObservationTable, Store, UploadedFileRecord } from "../../store/index.ts";
import type { AppContext, Services } from "../feature.ts";
import { costOf } from "./cost.ts";
import { findListed } from "./recipients.input.ts";
import { bodiesOf, type SendInput, type SendRules } from "./send.input.ts";
import { type Agent, imageIdsOf, sendKind } from "./send.ts";
import type { FormOptions } from "./send.view.ts";
import type { About } from "./stored.ts";
import type { SendContext } from "./warnings.ts";

export type SendDeps = DraftDeps &
  Pick<AppContext, "formatOf"> &
  Pick<AppContext["lists"], "searchCountries" | "nameCountry"> & {
    rules: SendRules;
    operations: Pick<Operations, "perform">;
    store: { operations: Pick<Store["operations"], "get" | "countUsed" | "ofAct" | "list"> };
    /** Sent with every message. */
    agent: Agent;
    maySend: (person: Person) => boolean;
    noAccess: (words: Catalogue) => Answer;
    quota: () => Quota;
    /** Prices and channels known within a moment; null: as last read. */
    prices: (country: string, momentMs: number | null) => Promise<PlatformList<CountryPrice> | null>;
    channels: (all: "", momentMs: number | null) => Promise<PlatformList<Channel> | null>;
    /** Of one type, newest first. */
    files: Pick<FileTable, "get" | "list">;
    templates: Pick<ObservationTable, "get" | "list">;
    /** Undefined without uploads. */
    imageUpload: () => Services["imageUpload"];
  };

/** Rules for a person, whose own phones are “me”. */
export function rulesFor({ id: me }: Pick<Person, "id">, { rules }: Pick<SendDeps, "rules">): SendRules {
  return { ...rules, me };
}

export function formOptions(person: Person, deps: SendDeps): FormOptions {
  const words = wordsOf(person.locale);
  const upload = deps.imageUpload();
  return {
    rules: rulesFor(person, deps),
    words,
    mayAttach: upload?.mayBeOffered(person) === true,
  };
}

/** An operation for each recipient, each counted against the limit. */
export async function toRequest(act: string, input: SendInput, deps: SendDeps) {
  const { agent, rules } = deps;
  const bodies = bodiesOf(input);
  const listedAs = await findListedAs(bodies, deps, input.cost);
  const asked = (body: SendBody) => ({
    request: { ...body, agent },
    about: { ...toAbout(body, rules), ...listedAs(body) },
  });
  const [first, ...others] = bodies;
  const siblings = others.map((body, index) => ({ id: `${act}.${toSuffix(index + 1)}`, ...asked(body) }));
  return {
    conversation: input.conversation,
    ...asked(first),
    ...(siblings.length === 0 ? {} : { siblings }),
  };
}

/** Ids sort in this order, up to a hundred. */
export function toSuffix(index: number): string {
  return String(index).padStart(2, "0");
}

export function sendNotice({ outcomes }: Catalogue): NoticeOptions {
  return { kind: outcomes.message, isForm: true };
}

export type Sending = { form: FormAct; input: SendInput };

/** First step of the act: the message, or the upload of its image. */
export function firstKind(hasImage: boolean, { imageUpload }: SendDeps): string {
  return (hasImage ? imageUpload()?.kind : undefined) ?? sendKind;
}

/** In words; null where it can be attached, or there is none. */
export function findImageIssue(person: Person, { image }: SendInput, deps: SendDeps): string | null {
  if (image === null) return null;
  const words = wordsOf(person.locale);
  const upload = deps.imageUpload();
  if (upload === undefined || !upload.may(person)) return words.files.notAllowed;
  const asked = upload.toRequest(image, words);
  return "issue" in asked ? asked.issue : null;
}

/** With an image two steps, of which the second starts when the first is accepted, and counts. */
export async function toOperations(
  person: Person,
  { form, input }: Sending,
  deps: SendDeps,
): Promise<Prepared | { denied: string }> {
  const { conversation, ...asked } = await toRequest(form.act, input, deps);
  const message = { ...asked, ...againOf(form) };
  const { image } = input;
  if (image === null) return { conversation, ...message };
  const upload = deps.imageUpload()?.toRequest(image, wordsOf(person.locale));
  const denied = findImageIssue(person, input, deps);
  if (denied !== null || upload === undefined || "issue" in upload) return { denied: denied ?? "" };
  const next = { id: `${form.act}:send`, kind: sendKind, ...message };
  return { conversation, request: upload.request, next };
}

/** Facts to keep, whatever the operator changes later. */
export function toAbout({ message }: SendBody, rules: Pick<SendRules, "testRecipients">) {
  const { to, country = "82" } = message;
  const listed = findListed({ to, country }, rules);
  return { recipient: listed?.name ?? null, phoneOwner: listed?.phoneOwner ?? null };
}

type Lists = Pick<SendDeps, "templates" | "prices" | "channels" | "within">;
type Listed = Pick<About, "template" | "channel" | "cost">;

/**
 * What the lists say while messages are being enqueued, without waiting for the platform. `shown`: confirmed price, null
 * where it wasn't known; absent where none was shown.
 */
export async function findListedAs(
  bodies: readonly SendBody[],
  { templates, prices, channels, within }: Lists,
  shown?: About["cost"],
): Promise<(body: SendBody) => Listed> {
  const unlessEmpty = (id: string | undefined) => (id === undefined || id === "" ? [] : [id]);
  const ids = bodies.flatMap(({ message }) => unlessEmpty(message.chatOptions?.templateId));
  const countries = bodies.map(({ message }) => message.country ?? "82");
  const [names, costs, known] = await Promise.all([
    toMap(ids, async (id) => (await within(momentMs, templates.get(id)))?.content?.name ?? null),
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

type DraftDeps = {
  within: Within;
  store: { drafts: Pick<Store["drafts"], "save" | "get"> };
  newId: () => string;
  now: () => Date;
  /** Called when the store failed before anything was sent. */
  onDraftFailure: (error: unknown) => void;
};

/** Life of an open confirmation. */
const draftLifeMs = 24 * 60 * 60_000;

/** Undefined when the store didn't take it in time. */
export function saveDraft(
  person: Person,
  { kind, body }: { kind: string; body: object },
  deps: DraftDeps,
): Promise<string | undefined> {
  const id = deps.newId();
  const expiresAt = new Date(deps.now().getTime() + draftLifeMs);
  const saving = deps.store.drafts.save({ id, author: person.id, kind, body, expiresAt });
  return storeInTime(
    saving.then(() => id),
    { within: deps.within, onFailure: deps.onDraftFailure },
  );
}

/** Null: gone, or somebody else's; undefined: no answer in time. */
export function readDraft(person: Person, id: string, deps: DraftDeps): Promise<Draft | null | undefined> {
  const { within, onDraftFailure: onFailure } = deps;
  return storeInTime(deps.store.drafts.get(id, person.id), { within, onFailure });
}

/** How long a form waits for additions from store or lists. */
export const momentMs = 300;

type LookDeps = Pick<SendDeps, "templates" | "files" | "within" | "now">;

/** The message's template and images, as known within a moment. */
export async function findContext(
  body: SendBody,
  deps: LookDeps,
  writtenAt?: Date | undefined,
): Promise<SendContext> {
  const { templateId = "" } = body.message.chatOptions ?? {};
  const looking = templateId === "" ? undefined : deps.within(momentMs, deps.templates.get(templateId));
  const [template, uploaded] = await Promise.all([looking?.catch(() => undefined), findImages(body, deps)]);
  const images = new Map(uploaded.map(({ fileId, name }) => [fileId, name]));
  const deleted = uploaded.flatMap(({ deletedAt, name }) => (deletedAt === null ? [] : [name]));
  return { template, images, deleted, writtenAt, at: deps.now() };
}

const mostImages = 20;

async function findImages(body: SendBody, { files, within }: LookDeps): Promise<UploadedFileRecord[]> {
  const reading = imageIdsOf(body)
    .slice(0, mostImages)
    .map((id) => files.get(id));
  const found = await within(momentMs, Promise.all(reading)).catch(() => undefined);
  return (found ?? []).filter((one) => one !== null);
}
