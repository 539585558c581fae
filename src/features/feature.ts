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

/** What features are built from; each takes what it needs. */
export type AppContext = {
  config: Config;
  log: Log;
  store: Store;
  platform: PlatformClient;
  people: People;
  slackFiles: ReadFile;
  operations: Operations;
  /** A person's limit for a day and kind of operation. */
  quota: () => Quota;
  /** Lists of the platform's that several features show, read once for all. */
  lists: {
    prices: ReadPrices;
    channels: ReadPlatformList<Channel>;
    searchCountries: CountrySearch;
    nameCountry: NameCountry;
  };
  /** In the team's zone. */
  formatOf: (locale: Locale) => Format;
  /** Of all features, in the order of the list; available once all are built. */
  commands: () => RouteTable["commands"];
  /** Of all features, likewise. */
  services: () => Services;
  /** Presenter of a kind of operation, likewise; undefined for kinds of another version. */
  presenterOf: (kind: string) => Presenter | undefined;
  /** Of all features, likewise. */
  digest: () => readonly DigestPart[];
  within: Within;
  now: () => Date;
  newId: () => string;
  /** Finished platform calls. */
  calls: { listen: (listener: (call: CallRecord) => void) => void };
  /** Counts answers whether a message arrived. */
  received: (kind: string, as: ReceivedAs) => void;
  home: {
    /** Of all features, in the order of the list; available once all are built. */
    parts: () => readonly HomePart[];
    /** Returns 0, or milliseconds until Slack may take it. */
    publish: (person: string, view: HomeView) => Promise<number>;
    /** For acts without an audit entry. */
    changed: (person: string) => void;
    onChanged: (listener: (person: string) => void) => void;
  };
};

/** One capability: routes, kinds of operations, scheduled jobs. */
export type Feature = {
  routes: Routes;
  kinds?: readonly Kind[];
  /** By kind of operation. */
  presenters?: Readonly<Record<string, Presenter>>;
  /** By kind of post. */
  renderers?: Readonly<Record<string, Renderer>>;
  /** Wraps the renderer of any feature's posts. */
  around?: (kind: string, renderer: Renderer) => Renderer;
  jobs?: readonly Job[];
  worker?: Worker;
  /** Parts are read, and fail, separately. */
  home?: HomePart | readonly HomePart[];
  digest?: DigestPart;
  services?: Services;
};

export type Worker = { start(): void; stop(): Promise<void> };

/** A part of somebody's Home tab, from store and memory alone. */
export type HomePart = (person: Person) => Promise<HomeSection> | HomeSection;

export type HomeSection = {
  /** Why this person can't do what most come for. */
  denied?: string;
  /** The group that decides, where Slack didn't say who is in it. */
  notKnown?: string;
  /** `<feature>.open` opens what the command opens. One button of all is primary. */
  buttons?: readonly { actionId: string; text: string; style?: "primary" }[];
  /** What this person used of the day's limit. */
  today?: Line;
  /**
   * What waits for this person; `since` orders it, `isLast` stands behind. `about`: an operation's or proposal's id: each
   * waits once.
   */
  waiting?: readonly Waiting[];
  /** Done without an operation, newest first; `about` as above. */
  did?: readonly { about: string; at: Date; title: string; step: Button }[];
  /** For on-call: what holds now and needs somebody. */
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
 * What waits for somebody, for the day's digest, in the team's language. `makesDay`: whether it is reason enough for a
 * digest; false for what has its own post.
 */
export type DigestPart = () => Promise<{ says: readonly Line[]; makesDay: boolean }>;

/** What features do for one another, absent where the feature is. */
export type Services = {
  /** Button to the platform's console; empty without an address. */
  toConsole?: (words: Catalogue) => readonly Button[];
  /** Button to the send form; empty for people who may not send, or are unknown. */
  toSend?: (person: Person, words: Catalogue) => readonly Button[];
  sendImage?: (click: Click, file: { fileId: string; type: string; name: string }) => Promise<void>;
  /** Upload of an image as the first step of an act. */
  imageUpload?: {
    kind: string;
    may: (person: Person) => boolean;
    /** Whether a form offers it: false while the person is unknown. */
    mayBeOffered: (person: Person) => boolean;
    /** The request to store; `issue`: why it can't be this file, in words. */
    toRequest: (
      image: { file: SlackFile; type: string },
      words: Catalogue,
    ) => { request: object } | { issue: string };
  };
  /** People beside its author who may follow a change of a template. */
  hadPartIn?: (operation: Operation, person: Person) => Promise<boolean>;
};

export type CreateFeature = (app: AppContext) => Feature;
