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
  /** Lists that several features show; each list is read from the platform once for all of them. */
  lists: {
    prices: ReadPrices;
    channels: ReadPlatformList<Channel>;
    searchCountries: SearchCountries;
    nameCountry: NameCountry;
  };
  formatOf: (locale: Locale) => Format;
  /** Commands of all features, in order; like services, presenters and digest, available once all are built. */
  commands: () => RouteTable["commands"];
  services: () => Services;
  /** Finds the presenter of a kind of operation; undefined for another version's kind. */
  presenterOf: (kind: string) => Presenter | undefined;
  digest: () => readonly ReadDigestPart[];
  within: Within;
  now: () => Date;
  newId: () => string;
  calls: { listen: (listener: (call: CallRecord) => void) => void };
  /** Counts a phone owner's answer in the metrics. */
  received: (kind: string, as: PhoneOwnerAnswer) => void;
  home: {
    /** Parts of Home, in the order of features; available once all are built. */
    parts: () => readonly ReadHomeSection[];
    /** Publishes a Home. Returns 0, or the milliseconds until Slack may take it. */
    publish: (person: string, view: HomeView) => Promise<number>;
    /** Reports a change of a person's Home; only for acts without an audit entry. */
    changed: (person: string) => void;
    onChanged: (listener: (person: string) => void) => void;
  };
};

export type Feature = {
  routes: Routes;
  kinds?: readonly AnyOperationKind[];
  presenters?: Readonly<Record<string, Presenter>>;
  renderers?: Readonly<Record<string, Renderer>>;
  /** Wraps the renderer of a kind of post, of any feature. */
  around?: (kind: string, renderer: Renderer) => Renderer;
  jobs?: readonly Job[];
  worker?: BackgroundWorker;
  /** Parts of Home, each read separately: a part that fails is left out alone. */
  home?: ReadHomeSection | readonly ReadHomeSection[];
  digest?: ReadDigestPart;
  services?: Services;
};

export type BackgroundWorker = { start(): void; stop(): Promise<void> };

/** Reads a part of a person's Home, only from store and memory: Home must not wait for a network. */
export type ReadHomeSection = (person: Person) => Promise<HomeSection> | HomeSection;

export type HomeSection = {
  denied?: string;
  /** Group that gives a right, if its members are unknown. */
  notKnown?: string;
  /** Buttons like a command; ids are `<feature>.open`. At most one button of all parts is primary. */
  buttons?: readonly { actionId: string; text: string; style?: "primary" }[];
  today?: Line;
  /**
   * Rows that wait for this person, by `since`; those with `isLast` come last. `about`: id of an operation or proposal,
   * of which only one row is shown.
   */
  waiting?: readonly WaitingItem[];
  /** Rows of acts without an operation, newest first. `about`: as in `waiting`. */
  did?: readonly { about: string; at: Date; title: string; step: Button }[];
  alerts?: readonly Line[];
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
 * Lines of the daily digest on waiting work, in the team's language. `makesDay`: whether these lines alone justify a
 * digest; false for work that has a post of its own.
 */
export type ReadDigestPart = () => Promise<{ says: readonly Line[]; makesDay: boolean }>;

/** Functions that features offer to each other; absent if the feature is not part of the app. */
export type Services = {
  /** Button to the platform's console; empty without a configured address. */
  toConsole?: (words: Catalogue) => readonly Button[];
  /** Button to the send form; empty for people who may not send or are unknown. */
  toSend?: (person: Person, words: Catalogue) => readonly Button[];
  sendImage?: (click: Click, file: { fileId: string; type: string; name: string }) => Promise<void>;
  imageUpload?: {
    kind: string;
    may: (person: Person) => boolean;
    /** Whether a form offers the upload; false while the person is unknown. */
    mayBeOffered: (person: Person) => boolean;
    /** Returns the request to store, or `issue`: the reason why this file can't be uploaded. */
    toRequest: (
      image: { file: SlackFile; type: string },
      words: Catalogue,
    ) => { request: object } | { issue: string };
  };
  /** Whether a person who isn't the author took part in a template change, and so may see its details. */
  hadPartIn?: (operation: Operation, person: Person) => Promise<boolean>;
};

export type CreateFeature = (app: AppContext) => Feature;
