import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { openStore } from "../../src/store/index.ts";
import { findFreePort } from "./free-port.ts";

/** A PostgreSQL server in which each test gets a database of its own. */
export type PostgresServer = {
  /** Started here, on this machine, and ended with it. */
  isOwn: boolean;
  createDatabase(): Promise<Database>;
  /** With the store's tables as a start leaves them, in a third of the time that a start takes. */
  createStore(): Promise<Database>;
  close(): Promise<void>;
};

type Database = { url: string; drop(): Promise<void> };

/**
 * The server at `TEST_DATABASE_URL` (its user must be allowed to create databases), or else a throwaway one, which
 * need not outlive a power cut and so doesn't wait for the disk, unless asked to.
 * @throws when there is neither: a suite that can't run must not look as if it had.
 */
export async function startPostgres({ fsync = false } = {}): Promise<PostgresServer> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") return { isOwn: false, ...createServerAt(given, async () => {}) };
  const { url, close } = await startThrowaway({ fsync });
  return { isOwn: true, ...createServerAt(url, close) };
}

function createServerAt(url: string, close: () => Promise<void>): Omit<PostgresServer, "isOwn"> {
  const create = async (how = ""): Promise<Database> => {
    const name = `store_${randomUUID().replaceAll("-", "")}`;
    await queryOnce(url, `create database ${name} ${how}`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    return { url: own.href, drop: () => queryOnce(url, `drop database ${name} with (force)`) };
  };
  let started: Promise<Database> | undefined;
  return {
    createDatabase: () => create(),
    async createStore() {
      started ??= create().then(start);
      const { pathname } = new URL((await started).url);
      return create(`template ${pathname.slice(1)} strategy file_copy`);
    },
    async close() {
      await (await started)?.drop();
      await close();
    },
  };
}

async function start(database: Database): Promise<Database> {
  const { url } = database;
  const store = await openStore({ url, owner: "start", leaseMs: 60_000, now: () => new Date() });
  await store.close();
  return database;
}

async function queryOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Nothing is written for a start after a power cut, or for a standby. */
const forgetful = ["fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"];

type Throwaway = { url: string; pid: number; close: () => Promise<void> };

/** A server of its own, with `preload` (a library's name) in it. */
export async function startThrowaway({
  fsync = false,
  findPort = findFreePort,
  preload = "",
  folder = tmpdir(),
} = {}): Promise<Throwaway> {
  const binaries = findBinaries();
  const directory = mkdtempSync(join(folder, "postgres-"));
  const user = process.getuid?.() === 0 ? findUnprivilegedUser() : undefined;
  if (user !== undefined) chownSync(directory, user.uid, user.gid);
  const data = join(directory, "data");
  const initialize = ["-D", data, "-U", "bot", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  execFileSync(join(binaries, "initdb"), initialize, {
    ...user,
    cwd: directory,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${directory}`,
    "max_connections=200",
    `shared_preload_libraries=${preload}`,
    ...(fsync ? [] : forgetful),
  ];
  const start = (port: number) => {
    const given = [...settings, `port=${port}`].flatMap((setting) => ["-c", setting]);
    return spawn(join(binaries, "postgres"), ["-D", data, ...given], {
      ...user,
      cwd: directory,
      stdio: ["ignore", "ignore", "pipe"],
    });
  };
  const { server, port } = await startOnFreePort(start, findPort);
  // Whoever dies of a defect here leaves no server behind.
  const killWithUs = () => server.kill("SIGQUIT");
  process.once("exit", killWithUs);
  return {
    url: `postgres://bot@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    async close() {
      const exit = once(server, "exit");
      process.removeListener("exit", killWithUs);
      server.kill("SIGQUIT");
      await exit;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Debian keeps the server's programs off the PATH, one folder per version. */
function findBinaries(): string {
  const onPath = (process.env["PATH"] ?? "").split(delimiter);
  const debian = globSync("/usr/lib/postgresql/*/bin").toSorted().reverse();
  const found = [...debian, ...onPath].find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
  if (found === undefined) {
    throw new Error("no PostgreSQL: install the package postgresql, or set TEST_DATABASE_URL to a server");
  }
  return found;
}

/** PostgreSQL refuses to run as root. */
export function findUnprivilegedUser(): { uid: number; gid: number } {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) =>
        Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] })),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // Not on this machine: the next one.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as");
}

/** Whoever runs beside may take a port that was free before the server has it: then another one is tried. */
async function startOnFreePort(start: (port: number) => ChildProcess, findPort: () => Promise<number>) {
  for (let triesLeft = 2; ; triesLeft -= 1) {
    const port = await findPort();
    const server = start(port);
    try {
      await waitUntilReady(server);
      return { server, port };
    } catch (error) {
      if (triesLeft === 0) throw error;
    }
  }
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  const said: string[] = [];
  if (server.stderr === null) throw new Error("the server's log can't be read");
  const lines = createInterface({ input: server.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      if (line.includes("ready to accept connections")) resolve();
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${said.join("\n")}`)));
  });
}
