import type { Edge } from "./module-graph.ts";

/**
 * Who may import whom. Files are named by expressions over paths from the project's root; packages by their
 * specifier. A layer may always import itself, and everything in `types` when only types are meant.
 */

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));

const kernels = {
  platform: /^src\/platform\//,
  store: /^src\/store\//,
  slack: /^src\/slack\//,
};
const allKernels = anyOf(...Object.values(kernels));
const config = /^src\/config(?:\.ts$|\/)/;
const locales = /^src\/locales\//;
const operations = /^src\/operations\//;
const outcomes = /^src\/outcomes\//;
const lists = /^src\/lists\//;
const jobs = /^src\/jobs\//;
const features = /^src\/features\//;
const ops = /^src\/ops\//;
const app = /^src\/app(?:\.ts$|\/)/;
const main = /^src\/main\.ts$/;
/** What any part may stand on, each file by its name: a new one is a decision, not an accident. */
const shared =
  /^src\/(?:backoff|blank-text|bounded-map|clocks|composed-text|deadline|foreign-id|foreign-words|json-text|languages|log|people-list|phone-number|post-queue|recipient-names|source-lines)\.ts$/;
const nothing = /$^/;

type Layer = { name: string; files: RegExp; imports: RegExp; types?: RegExp };

/** The first that holds a file is its layer. Imports of packages are for `packageRules`. */
const layers: readonly Layer[] = [
  { name: "main", files: main, imports: anyOf(app, config, ops, shared) },
  {
    name: "app",
    files: app,
    imports: anyOf(features, outcomes, lists, jobs, operations, allKernels, ops, config, locales, shared),
  },
  {
    name: "features",
    files: features,
    imports: anyOf(outcomes, lists, jobs, operations, allKernels, locales, shared),
    types: config,
  },
  { name: "ops", files: ops, imports: anyOf(allKernels, config, locales, shared) },
  {
    name: "outcomes",
    files: outcomes,
    imports: anyOf(operations, kernels.platform, kernels.slack, locales, shared),
    types: kernels.store,
  },
  { name: "lists", files: lists, imports: anyOf(kernels.platform, kernels.slack, locales, shared) },
  { name: "jobs", files: jobs, imports: anyOf(kernels.store, shared) },
  { name: "operations", files: operations, imports: anyOf(kernels.platform, kernels.store, locales, shared) },
  { name: "platform", files: kernels.platform, imports: shared, types: locales },
  { name: "store", files: kernels.store, imports: shared, types: locales },
  { name: "slack", files: kernels.slack, imports: shared, types: locales },
  { name: "config", files: config, imports: shared },
  { name: "locales", files: locales, imports: shared },
  { name: "ground", files: shared, imports: nothing },
  // `scripts/entry.ts` knows where the bot is that a sandbox starts.
  { name: "sandbox", files: /^sandbox\/(?!test\/)/, imports: /^scripts\/entry\.ts$/ },
  // They show the app in the page, by what its own tests have for that.
  { name: "sandbox/test", files: /^sandbox\/test\//, imports: /^(?:sandbox|test\/support)\// },
];

const bolt = anyOf(kernels.slack, /^src\/features\/.*\.slack\.ts$/, /^src\/features\/[^/]+\/index\.ts$/, app);
const pure = /\.(?:input|view)\.ts$/;
const disks =
  /^node:(?:fs|http|https|http2|net|tls|dgram|dns|child_process|cluster|worker_threads|sqlite|timers|process)(?:\/|$)/;
const drivers = /^(?:undici|kysely|pg|pino|ws)(?:\/|$)/;

type PackageRule = {
  why: string;
  packages: RegExp;
  /** Files that the rule is about. */
  files: RegExp;
  /** Those of them that may import the packages all the same. */
  except: RegExp;
  /** Types are harmless here. */
  types?: RegExp;
};

const packageRules: readonly PackageRule[] = [
  {
    why: "Slack's libraries stay at the edge",
    packages: /^@slack\/(?!types$)/,
    files: /^src\//,
    except: anyOf(bolt, ops),
    types: /^src\/log\.ts$/,
  },
  {
    why: "the shapes of blocks are types, for whoever renders them",
    packages: /^@slack\/types$/,
    files: /^src\//,
    except: bolt,
    types: anyOf(features, outcomes, lists),
  },
  {
    why: "one place talks to the platform, one to Slack's Web API",
    packages: /^undici(?:\/|$)/,
    files: /^src\//,
    except: /^src\/(?:platform\/transport|slack\/edge\/web-client)\.ts$/,
  },
  {
    why: "one kernel knows the database",
    packages: /^(?:kysely|pg|node:sqlite)(?:\/|$)/,
    files: /^src\//,
    except: kernels.store,
  },
  { why: "one file writes the log", packages: /^pino(?:\/|$)/, files: /^src\//, except: /^src\/log\.ts$/ },
  { why: "parsing and rendering do no I/O", packages: anyOf(disks, drivers), files: pure, except: nothing },
  { why: "the environment is main's", packages: /^node:process$/, files: /^src\//, except: main },
  {
    why: "what is loaded can be read off",
    packages: /^computed:/,
    files: /^(?:src|sandbox)\//,
    except: nothing,
  },
];

/** Everything that the rules forbid, one line each. */
export function findViolations(edges: readonly Edge[]): string[] {
  return edges.flatMap((edge) => {
    const wrong = isFile(edge.to) ? checkLayers(edge) : checkPackages(edge);
    return wrong.map((why) => `${edge.from} -> ${edge.to}: ${why}`);
  });
}

/** Of the project; the rest are packages. */
export function isFile(target: string): boolean {
  return /^(?:\.\.|src|sandbox|test|bench|scripts)\//.test(target);
}

function checkLayers({ from, to, isType }: Edge): string[] {
  const layer = layers.find(({ files }) => files.test(from));
  if (layer === undefined) return ["the file is in no layer"];
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (mine !== "" && theirs !== "" && mine !== theirs) return ["no feature imports another"];
  const own = layer.files.test(to);
  const allowed = own || layer.imports.test(to) || (isType && layer.types?.test(to) === true);
  return allowed ? [] : [`${layer.name} doesn't import that`];
}

/** `messages` for src/features/messages/…, nothing elsewhere. */
function featureOf(path: string): string {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? "";
}

function checkPackages({ from, to, isType }: Edge): string[] {
  return packageRules
    .filter(({ packages, files }) => packages.test(to) && files.test(from))
    .filter(({ except, types }) => !except.test(from) && !(isType && types?.test(from) === true))
    .map(({ why }) => why);
}
