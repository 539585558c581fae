import type { PlatformList } from "../../lists/read-list.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import type { Operations, Quota } from "../../operations/index.ts";
import type { NoticeOptions } from "../../outcomes/acknowledgement.view.ts";
import type { Channel, CountryPrice, SendBody } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import type { Person } from "../../slack/people/people.ts";
import type { FileTable, SightingTable, Store } from "../../store/index.ts";
import type { House, Offers } from "../feature.ts";
import { findListedAs, toAbout } from "./about.ts";
import type { Agent } from "./agent.ts";
import type { DraftDeps } from "./drafts.ts";
import { bodiesOf, type SendInput, type SendRules } from "./send.input.ts";
import type { FormOptions } from "./send.view.ts";

/** What sending is built from. */
export type SendDeps = DraftDeps &
  Pick<House, "formatOf"> &
  Pick<House["lists"], "searchCountries" | "nameCountry"> & {
    rules: SendRules;
    operations: Pick<Operations, "perform">;
    store: { operations: Pick<Store["operations"], "get" | "countUsed" | "ofAct" | "list"> };
    /** Where a result goes that can't be posted where it was asked for; null: to its author. */
    results: string | null;
    /** Sent along with every message. */
    agent: Agent;
    maySend: (person: Person) => boolean;
    /** Told to who may not, with whom to ask. */
    noAccess: (words: Catalogue) => Answer;
    /** The day that counts for the daily limit, and the limit. */
    quota: () => Quota;
    /** The account's prices and messenger channels, as they are known within a moment; null: as they were read before. */
    prices: (country: string, momentMs: number | null) => Promise<PlatformList<CountryPrice> | null>;
    channels: (all: "", momentMs: number | null) => Promise<PlatformList<Channel> | null>;
    /** Uploaded before, of one type, the newest first. */
    files: Pick<FileTable, "get" | "list" | "namesOf">;
    /** As they were seen last. */
    templates: Pick<SightingTable, "get" | "list" | "findMeant">;
    /** Undefined where the app has no uploads. */
    imageUpload: () => Offers["imageUpload"];
  };

/** The rules for a person, whose own phones are “me”. */
export function rulesFor({ id: me }: Pick<Person, "id">, { rules }: Pick<SendDeps, "rules">): SendRules {
  return { ...rules, me };
}

/** The form as this person may fill it in. */
export function formOptions(person: Person, deps: SendDeps): FormOptions {
  const words = wordsOf(person.locale);
  const upload = deps.imageUpload();
  return {
    rules: rulesFor(person, deps),
    words,
    mayAttach: upload?.mayBeOffered(person) === true,
    imageTakes: ({ attach }) => attach && upload?.takes(attach.type, words),
  };
}

/** All that an act takes on of a message: an operation for each recipient, each of which counts for the day. */
export async function toRequest(act: string, input: SendInput, deps: SendDeps) {
  const { agent, rules } = deps;
  const bodies = bodiesOf(input);
  const listedAs = await findListedAs(bodies, deps, input.cost);
  const asked = (body: SendBody) => ({
    request: { ...body, agent },
    about: { ...toAbout(body, rules), ...listedAs(body) },
  });
  const [first, ...others] = bodies;
  const beside = others.map((body, index) => ({ id: `${act}.${toPlace(index + 1)}`, ...asked(body) }));
  return {
    conversation: input.conversation,
    ...asked(first),
    ...(beside.length === 0 ? {} : { beside }),
  };
}

/** Operations of an act that were stored at once are read by their ids: in this order, up to a hundred of them. */
export function toPlace(index: number): string {
  return String(index).padStart(2, "0");
}

/** How an answer to a form names a message. */
export function sendNotice({ outcomes }: Catalogue): NoticeOptions {
  return { kind: outcomes.message, form: {} };
}
