import { randomUUID } from "node:crypto";
import type { App } from "@slack/bolt";
import manifest from "../package.json" with { type: "json" };
import {
  createDelivery,
  createRefusalAnswerer,
  createStalePayloadCounter,
  createStalePayloadRenderer,
} from "./app/delivery.ts";
import {
  type AppOptions,
  createClients,
  createEmitter,
  type SharedModules,
  startPeople,
  toLeaseMs,
} from "./app/shared-modules.ts";
import type { Config } from "./config.ts";
import { within } from "./deadline.ts";
import { createChannels } from "./features/channels/index.ts";
import { createDigest } from "./features/digest/index.ts";
import type {
  AppContext,
  CreateFeature,
  Feature,
  ReadDigestPart,
  ReadHomeSection,
  Services,
} from "./features/feature.ts";
import { createFiles } from "./features/files/index.ts";
import { createHelp } from "./features/help/index.ts";
import { createHistory } from "./features/history/index.ts";
import { createHome } from "./features/home/index.ts";
import { createMessages } from "./features/messages/index.ts";
import { createOncall } from "./features/oncall/index.ts";
import { createPayments } from "./features/payments/index.ts";
import { createPlatformHealth } from "./features/platform/index.ts";
import { createPrices } from "./features/prices/index.ts";
import { createTemplates } from "./features/templates/index.ts";
import { retentionJob, startJobs } from "./jobs/index.ts";
import { memoizeByLocale } from "./languages.ts";
import { createCountryNamer, searchCountries } from "./lists/country.ts";
import { createPlatformList, createPriceReader } from "./lists/readings.ts";
import { createFormat } from "./locales/format.ts";
import { wordsOf } from "./locales/index.ts";
import { createSlackLogger } from "./log.ts";
import { createQuota, Operations } from "./operations/index.ts";
import { type AppState, serve } from "./ops/http.ts";
import { createMetrics } from "./ops/metrics.ts";
import {
  createActRenderer,
  createPlainRenderer,
  notificationOfPlainPost,
  plainPostKind,
} from "./outcomes/act.renderer.ts";
import type { Presenter } from "./outcomes/index.ts";
import { type CallRecord, readAllChannels } from "./platform/index.ts";
import { NotAcknowledgedError } from "./slack/edge/attend.ts";
import { createSlackEdge } from "./slack/edge/edge.ts";
import { mergeRoutes, type RouteTable } from "./slack/edge/interaction.ts";
import { bindRoutes } from "./slack/edge/router.ts";
import { createHomePublisher } from "./slack/edge/views.ts";
import { readIdentity } from "./slack/edge/web-client.ts";
import { createFileReader } from "./slack/files/download.ts";
import { NotKnownError, type People } from "./slack/people/people.ts";
import type { Renderer } from "./slack/posts/queue.ts";
import { isStoreBusyOrAway, openStore, retryWhileAway } from "./store/index.ts";

export type RunningApp = {
  /** Port of `/slack/events` in HTTP mode, and of the health pages unless OPS_PORT is set. */
  port: number;
  /** Resolves when the jobs due at startup have run or failed. */
  resolved: Promise<void>;
  /** Refuses new work, waits a limited time for open work, and closes everything. */
  stop(): Promise<void>;
};

/** Time for open calls at a stop. With 5 s for posts it stays below the 30 s after which supervisors kill. */
const stopCallsMs = 15_000;

type Patiently = <T>(run: () => Promise<T>) => Promise<T>;

/** Connects all parts; resolves when commands from Slack are accepted. */
export async function startApp(config: Config, options: AppOptions): Promise<RunningApp> {
  const ending = new AsyncDisposableStack();
  try {
    const state: AppState = { store: null, edge: null, delivery: null };
    const metrics = createMetrics({
      countConnections: () => state.edge?.countConnections() ?? 0,
      isLeading: () => state.delivery?.isLeading === true,
    });
    // Deferred first and so closed last, since all other parts use the store.
    ending.defer(() => state.store?.close());
    const { port, health } = await serve(config, { log: options.log, state, metrics, ending });
    const patiently: Patiently = (run) =>
      retryWhileAway(run, { signal: options.signal, onAway: health.away });
    const opened = await patiently(() =>
      openStore({
        url: config.databaseUrl.reveal(),
        owner: randomUUID(),
        version: toNumber(manifest.version),
        leaseMs: toLeaseMs(config),
        now: options.now,
        postgresLimits: options.postgresLimits,
      }),
    );
    state.store = opened;
    const store = metrics.watch(opened);
    const homeChanges = createEmitter<string>();
    const calls = createEmitter<CallRecord>();
    calls.listen(metrics.called);
    const clients = createClients(config, options, calls.emit);
    const shared: SharedModules = {
      within,
      ...options,
      config,
      store,
      metrics,
      calls,
      homeChanges,
      ...clients,
    };
    ending.defer(() => shared.platform.close());
    store.audit.onRecorded((entries) => {
      for (const { id: entry, event: what, person, subject, outcome } of entries) {
        options.log.audit({ entry, what, person, subject, outcome });
        if (person !== null) homeChanges.emit(person);
      }
    });
    const { resolved } = await connect(shared, { state, ending, patiently });
    return { port, resolved, stop: () => ending.disposeAsync() };
  } catch (error) {
    await ending.disposeAsync();
    throw error;
  }
}

function toNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

type Starting = { state: AppState; ending: AsyncDisposableStack; patiently: Patiently };

/** Reads the app's identity, binds the features, closes operations of earlier processes, and then listens to Slack. */
async function connect(shared: SharedModules, { state, ending, patiently }: Starting) {
  const { config, log, slack, store } = shared;
  const identity = await readIdentity(slack, { signal: shared.signal, log });
  const people = await startPeople(shared, identity, ending);
  const stopping = new AbortController();
  const operations = new Operations({
    store,
    leaseMs: toLeaseMs(config),
    log,
    now: shared.now,
    within: shared.within,
    onCall: config.conversations.onCall[0],
    plainNotification: notificationOfPlainPost,
    passesOn: (error) => error instanceof NotKnownError,
    answerRefused: createRefusalAnswerer(shared, stopping.signal),
    onBusy: shared.metrics.busy,
  });
  const edge = await createSlackEdge({
    botToken: config.slack.botToken.reveal(),
    apiUrl: config.slack.apiUrl,
    logger: createSlackLogger(log),
    onOldDelivery: createStalePayloadCounter(shared),
    mode: slackMode(config),
    bot: { botId: identity.botId, botUserId: identity.botUserId },
    random: shared.random,
    holdLimits: shared.holdLimits,
    onFatal: (reason) => shared.onFatal(`Slack refuses SLACK_APP_TOKEN: ${reason}`),
    onError: (error) => log.error({ err: error }, "an interaction failed in Bolt"),
  });
  const formatOf = memoizeByLocale((locale) => createFormat(locale, config.timeZone));
  const { routes, jobs, workers, renderers } = createFeatures(shared, { people, operations, formatOf });
  const delivery = createDelivery(shared, ending, renderers);
  state.delivery = delivery;
  // Operations stop before delivery, which still has to post the outcomes of interrupted calls.
  ending.defer(() => operations.stop(stopCallsMs));
  bindRoutes(edge.app, routes, {
    people,
    client: slack,
    stopping: stopping.signal,
    words: wordsOf,
    format: formatOf,
    within: shared.within,
    newReference: () => randomUUID().slice(0, 8),
    onFailure: ({ reference, surface, error }) =>
      error instanceof NotAcknowledgedError
        ? log.warn({ surface, err: error }, "an answer came too late for Slack")
        : log.error({ reference, surface, err: error }, "an interaction failed"),
    isStoreSlow: isStoreBusyOrAway,
    onAcknowledged: shared.metrics.acknowledged,
  });
  followPeople(edge.app, people);
  await patiently(() => operations.start());
  delivery.start();
  for (const worker of workers) {
    worker.start();
    ending.defer(() => worker.stop());
  }
  ending.defer(() => edge.stop());
  ending.defer(() => stopping.abort());
  await edge.start();
  const retention = retentionJob({ store, retentionDays: config.retentionDays, log });
  const clock = startJobs({ jobs: shared.isClockOff === true ? [] : [retention, ...jobs], store, log });
  ending.defer(() => clock.stop());
  state.edge = edge;
  return { resolved: clock.first };
}

function followPeople(app: Pick<App, "event">, people: People): void {
  app.event("subteam_members_changed", ({ event }) =>
    people.groupChanged(event.subteam_id, event.removed_users),
  );
  app.event("user_change", ({ event }) => people.changed(event.user));
}

/** Features in the order in which their commands are shown. */
const features: readonly CreateFeature[] = [
  // Has no commands; comes first because on-call has to see its alerts first.
  createPlatformHealth,
  createMessages,
  createFiles,
  createTemplates,
  createPrices,
  createPayments,
  createChannels,
  createHistory,
  createOncall,
  createDigest,
  createHelp,
  createHome,
];

type Built = {
  routes: RouteTable;
  services: Services;
  presenters: ReadonlyMap<string, Presenter>;
  home: readonly ReadHomeSection[];
  digest: readonly ReadDigestPart[];
};

function createFeatures(
  shared: SharedModules,
  parts: Pick<AppContext, "people" | "operations" | "formatOf">,
) {
  const { config, log, store, platform, within, now } = shared;
  const built: Built = {
    routes: mergeRoutes([]),
    services: {},
    presenters: new Map(),
    home: [],
    digest: [],
  };
  const app: AppContext = {
    ...parts,
    config,
    log,
    store,
    platform,
    within,
    now,
    slackFiles: createFileReader({ client: shared.slack, ...config.slack, ...shared.readingTimes }),
    lists: {
      prices: createPriceReader(platform, now),
      channels: createPlatformList((call) => readAllChannels(platform, call), now),
      searchCountries,
      nameCountry: createCountryNamer(),
    },
    commands: () => built.routes.commands,
    services: () => built.services,
    presenterOf: (kind) => built.presenters.get(kind),
    digest: () => built.digest,
    newId: randomUUID,
    calls: shared.calls,
    received: shared.metrics.received,
    quota: createQuota({ timeZone: config.timeZone, limit: config.messages.dailySendLimit, now }),
    home: {
      parts: () => built.home,
      publish: createHomePublisher(shared.slack),
      changed: shared.homeChanges.emit,
      onChanged: shared.homeChanges.listen,
    },
  };
  const all = features.map((create) => create(app));
  built.routes = mergeRoutes(all.map(({ routes }) => routes));
  built.services = Object.assign({}, ...all.map(({ services }) => services));
  built.presenters = new Map(all.flatMap(({ presenters = {} }) => Object.entries(presenters)));
  built.digest = all.flatMap(({ digest }) => digest ?? []);
  built.home = all.flatMap(({ home }) => home ?? []);
  for (const kind of all.flatMap(({ kinds = [] }) => kinds)) parts.operations.define(kind);
  return {
    routes: built.routes,
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    workers: all.flatMap(({ worker }) => worker ?? []),
    renderers: renderersOf(all, built, shared),
  };
}

function renderersOf(
  all: readonly Feature[],
  { presenters }: Pick<Built, "presenters">,
  { config, store }: SharedModules,
): ReadonlyMap<string, Renderer> {
  const rendering = { store, words: wordsOf(config.locale) };
  const acts = createActRenderer({ ...rendering, presenterOf: (kind) => presenters.get(kind) });
  const renderers: [string, Renderer][] = [
    ...Array.from(presenters.keys(), (kind): [string, Renderer] => [kind, acts]),
    [plainPostKind, createPlainRenderer(rendering)],
    createStalePayloadRenderer(config),
    ...all.flatMap(({ renderers = {} }) => Object.entries(renderers)),
  ];
  const around = all.flatMap((feature) => feature.around ?? []);
  return new Map(
    renderers.map(([kind, renderer]) => [kind, around.reduce((inner, add) => add(kind, inner), renderer)]),
  );
}

function slackMode({ slack }: Config) {
  if (slack.appToken !== null) return { kind: "socket" as const, appToken: slack.appToken.reveal() };
  return { kind: "http" as const, signingSecret: slack.signingSecret?.reveal() ?? "" };
}
