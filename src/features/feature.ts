import type { Button, HomeView } from "@slack/types";
import type { Config } from "../config.ts";
import type { Within } from "../deadline.ts";
import type { Job } from "../jobs/index.ts";
import type { CountrySearch, NameCountry } from "../lists/country.ts";
import type { ReadPlatformList, ReadPrices } from "../lists/readings.ts";
import type { Format } from "../locales/format.ts";
import type { Catalogue, Locale } from "../locales/index.ts";
import type { Log } from "../log.ts";
import type { Kind, Operations, Quota } from "../operations/index.ts";
import type { Presenter } from "../outcomes/index.ts";
import type { CallRecord, Channel, PlatformClient } from "../platform/index.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Click, Routes, RouteTable } from "../slack/edge/interaction.ts";
import type { ReadFile } from "../slack/files/download.ts";
import type { SlackFile } from "../slack/files/slack-file.ts";
import type { People, Person } from "../slack/people/people.ts";
import type { Renderer } from "../slack/posts/queue.ts";
import type { Operation, ReceivedAs, Store } from "../store/index.ts";

/** What features are built from. Each takes from it what it needs, and hands its own parts less. */
export type AppContext = {
  config: Config;
  log: Log;
  store: Store;
  platform: PlatformClient;
  people: People;
  /** A file's bytes, from Slack. */
  slackFiles: ReadFile;
  operations: Operations;
  /** The day that counts for a person's limit of each kind of operation that has one, and that limit. */
  quota: () => Quota;
  /** The platform's lists that more than one feature shows, each read once for all of them. */
  lists: {
    prices: ReadPrices;
    channels: ReadPlatformList<Channel>;
    searchCountries: CountrySearch;
    nameCountry: NameCountry;
  };
  /** Numbers, money and time in a language, in the team's zone. */
  formatOf: (locale: Locale) => Format;
  /** Every feature's, in the order of the list of features; not before all of them are built. */
  commands: () => RouteTable["commands"];
  /** Every feature's, likewise. */
  services: () => Services;
  /** How a kind of operation is told of, likewise; undefined of another version's. */
  presenterOf: (kind: string) => Presenter | undefined;
  /** Every feature's, likewise. */
  digest: () => readonly DigestPart[];
  /** Waits so long and no longer. */
  within: Within;
  now: () => Date;
  newId: () => string;
  /** Calls of the platform, each when it is over. */
  calls: { listen: (listener: (call: CallRecord) => void) => void };
  /** Somebody said whether a message of that kind arrived, for counting. */
  received: (kind: string, as: ReceivedAs) => void;
  home: {
    /** Every feature's, in the order of the list of features; not before all of them are built. */
    parts: () => readonly HomePart[];
    /** Returns 0, or after how many milliseconds Slack may take it. */
    publish: (person: string, view: HomeView) => Promise<number>;
    /** Somebody did something of which the audit has no entry. */
    changed: (person: string) => void;
    /** Somebody did something. */
    onChanged: (listener: (person: string) => void) => void;
  };
};

/** One capability: what it answers to, which platform-changing calls it makes, and what it does by the clock. */
export type Feature = {
  routes: Routes;
  kinds?: readonly Kind[];
  /** How each of those is told of. */
  presenters?: Readonly<Record<string, Presenter>>;
  /** What else people are shown, by the kind of its posts. */
  renderers?: Readonly<Record<string, Renderer>>;
  /** Adds to what any feature renders of a kind. */
  around?: (kind: string, renderer: Renderer) => Renderer;
  jobs?: readonly Job[];
  worker?: Worker;
  /** What is read apart fails apart. */
  home?: HomePart | readonly HomePart[];
  digest?: DigestPart;
  services?: Services;
};

/** What works from the app's start to its stop. */
export type Worker = { start(): void; stop(): Promise<void> };

/** What a feature puts on somebody's Home tab, from the store and from memory alone. */
export type HomePart = (person: Person) => Promise<HomeSection> | HomeSection;

export type HomeSection = {
  /** Why this person can't begin what most come for; left out where they can. */
  denied?: string;
  /** The group that what is missing hangs on, where Slack didn't say who is in it. */
  notKnown?: string;
  /** What this person may begin: `<feature>.open` opens what the command opens. One of all is what most come for. */
  buttons?: readonly { actionId: string; text: string; style?: "primary" }[];
  /** What this person has done of their limit, under the buttons. */
  today?: Line;
  /**
   * What waits for this person, with the steps there are; `since` puts it in order, and what can wait is last. `about` is an
   * operation's or a proposal's id: each waits once.
   */
  waiting?: readonly Waiting[];
  /** What this person did that is no operation, the newest first; `about` as of what waits. */
  did?: readonly { about: string; at: Date; title: string; step: Button }[];
  /** What holds now and needs somebody, for who is on call. */
  alerts?: readonly Line[];
  /** How somebody new begins, a sentence each. */
  firstSteps?: readonly string[];
};

export type Waiting = {
  about: string;
  since: Date;
  isLast?: boolean;
  says: Line;
  steps: readonly Button[];
};

/**
 * What of a feature waits for somebody, in the team's language, as the day's digest shows it when it is rendered. `makesDay`: also
 * on a day without anything else; no for what has its own post already, which stands for weeks.
 */
export type DigestPart = () => Promise<{ says: readonly Line[]; makesDay: boolean }>;

/** What features do for one another, each left out where its feature is. */
export type Services = {
  /** The button that leads to the platform's console; none where nobody said where that is. */
  toConsole?: (words: Catalogue) => readonly Button[];
  /** The button that opens the send form; none for who may not send, or of whom nobody knows. */
  toSend?: (person: Person, words: Catalogue) => readonly Button[];
  /** Opens the send form with a file of the platform's as its image, for who may send. */
  sendImage?: (click: Click, file: { fileId: string; type: string; name: string }) => Promise<void>;
  /** The upload of an image, as the first operation of an act whose second one needs it. */
  imageUpload?: {
    /** The operation's. */
    kind: string;
    may: (person: Person) => boolean;
    /** Whether a form offers it: no for whom nobody knows it. */
    mayBeOffered: (person: Person) => boolean;
    /** What the operation stores; in words why it can't be this file. */
    toRequest: (
      image: { file: SlackFile; type: string },
      words: Catalogue,
    ) => { request: object } | { issue: string };
  };
  /** Who may read what became of a change of a template, beside its author, since they had a part in it. */
  hadPartIn?: (operation: Operation, person: Person) => Promise<boolean>;
};

export type CreateFeature = (app: AppContext) => Feature;
