import type { Button, HomeView } from "@slack/types";
import type { Config } from "../config.ts";
import type { Within } from "../deadline.ts";
import type { Job } from "../jobs/index.ts";
import type { NameCountry, SearchCountries } from "../lists/country.ts";
import type { ReadPlatformList, ReadPrices } from "../lists/readings.ts";
import type { Format } from "../locales/format.ts";
import type { Catalogue, Locale } from "../locales/index.ts";
import type { Log } from "../log.ts";
import type { AnyOperationKind, Operations, Quota } from "../operations/index.ts";
import type { Presenter } from "../outcomes/index.ts";
import type { CallRecord, Channel, PlatformClient } from "../platform/index.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Click, Routes, RouteTable } from "../slack/edge/interaction.ts";
import type { ReadFile } from "../slack/files/download.ts";
import type { SlackFile } from "../slack/files/slack-file.ts";
import type { People, Person } from "../slack/people/people.ts";
import type { Renderer } from "../slack/posts/queue.ts";
import type { Operation, PhoneOwnerAnswer, Store } from "../store/index.ts";

/** Shared modules from which features are built; each feature takes what it needs. */
export type AppContext = {
  config: Config;
  log: Log;
  store: Store;
  platform: PlatformClient;
  people: People;
  slackFiles: ReadFile;
  operations: Operations;
  /** Daily limit of a person, for each kind of operation. */
  quota: () => Quota;
  /** Lists of the platform that several features show; each is read once for all of them. */
  lists: {
    prices: ReadPrices;
    channels: ReadPlatformList<Channel>;
    searchCountries: SearchCountries;
    nameCountry: NameCountry;
  };
  /** Formats of a language, in the team's time zone. */
  formatOf: (locale: Locale) => Format;
  /** Commands of all features, in their order; available once all features are built. */
  commands: () => RouteTable["commands"];
  /** Services of all features; available once all are built. */
  services: () => Services;
  /** Presenter of a kind of operation; undefined for another version's kind. Available once all features are built. */
  presenterOf: (kind: string) => Presenter | undefined;
  /** Digest parts of all features; available once all are built. */
  digest: () => readonly ReadDigestPart[];
  within: Within;
  now: () => Date;
  newId: () => string;
  /** Reports each platform call when it has finished. */
  calls: { listen: (listener: (call: CallRecord) => void) => void };
  /** Counts a phone owner's answer in the metrics, by kind of message. */
  received: (kind: string, as: PhoneOwnerAnswer) => void;
  home: {
    /** Home parts of all features, in their order; available once all features are built. */
    parts: () => readonly ReadHomeSection[];
    /** Publishes a Home. Returns 0, or the milliseconds until Slack may take it. */
    publish: (person: string, view: HomeView) => Promise<number>;
    /** Reports that a person's Home has changed; only for acts without an audit entry. */
    changed: (person: string) => void;
    onChanged: (listener: (person: string) => void) => void;
  };
};

/** One capability: routes, kinds of operations, scheduled jobs. */
export type Feature = {
  routes: Routes;
  kinds?: readonly AnyOperationKind[];
  /** Presenters by kind of operation. */
  presenters?: Readonly<Record<string, Presenter>>;
  /** Renderers by kind of post. */
  renderers?: Readonly<Record<string, Renderer>>;
  /** Wraps the renderer of any feature's posts. */
  around?: (kind: string, renderer: Renderer) => Renderer;
  jobs?: readonly Job[];
  worker?: BackgroundWorker;
  /** Parts of Home; each is read by itself, and a failure leaves only that part out. */
  home?: ReadHomeSection | readonly ReadHomeSection[];
  digest?: ReadDigestPart;
  services?: Services;
};

export type BackgroundWorker = { start(): void; stop(): Promise<void> };

/** Reads a part of somebody's Home tab, from store and memory alone: Home must not wait for a network. */
export type ReadHomeSection = (person: Person) => Promise<HomeSection> | HomeSection;

export type HomeSection = {
  /** Sentence for why this person may not send messages. */
  denied?: string;
  /** Group that decides whether a part is shown, if Slack didn't say who is in it. */
  notKnown?: string;
  /** Buttons that open what a command opens; their id is `<feature>.open`. At most one of all parts is primary. */
  buttons?: readonly { actionId: string; text: string; style?: "primary" }[];
  /** Line about how much of the daily limit this person has used. */
  today?: Line;
  /**
   * Rows that wait for this person, ordered by `since`; those with `isLast` come last. `about`: id of an operation or
   * proposal, of which only one row is shown.
   */
  waiting?: readonly WaitingItem[];
  /** Rows about what this person did without an operation, newest first. `about`: as in `waiting`. */
  did?: readonly { about: string; at: Date; title: string; step: Button }[];
  /** Lines for on-call about what needs somebody now. */
  alerts?: readonly Line[];
  /** Sentences about first steps, for a newcomer. */
  firstSteps?: readonly string[];
};

export type WaitingItem = {
  about: string;
  since: Date;
  isLast?: boolean;
  says: Line;
  steps: readonly Button[];
};

/**
 * Lines about what waits for somebody, for the daily digest, in the team's language. `makesDay`: whether they alone are
 * reason enough for a digest; false for what has a post of its own.
 */
export type ReadDigestPart = () => Promise<{ says: readonly Line[]; makesDay: boolean }>;

/** Functions that features offer to one another; missing if the feature is not part of the app. */
export type Services = {
  /** Button to the platform's console; empty if the configuration has no address. */
  toConsole?: (words: Catalogue) => readonly Button[];
  /** Button to the send form; empty for people who may not send, and while a person is unknown. */
  toSend?: (person: Person, words: Catalogue) => readonly Button[];
  sendImage?: (click: Click, file: { fileId: string; type: string; name: string }) => Promise<void>;
  /** Uploads an image as the first step of an act. */
  imageUpload?: {
    kind: string;
    may: (person: Person) => boolean;
    /** Whether a form offers the upload; false while the person is unknown. */
    mayBeOffered: (person: Person) => boolean;
    /** Request to store, or `issue`: a sentence for why it can't be this file. */
    toRequest: (
      image: { file: SlackFile; type: string },
      words: Catalogue,
    ) => { request: object } | { issue: string };
  };
  /** Whether a person other than the author had a part in a change of a template, and may see its details. */
  hadPartIn?: (operation: Operation, person: Person) => Promise<boolean>;
};

export type CreateFeature = (app: AppContext) => Feature;
