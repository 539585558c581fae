import { afterEach, beforeEach } from "vitest";
import {
  createPlatformClient,
  type PlatformClient,
  type PlatformClientOptions,
  PlatformError,
} from "../../src/platform/index.ts";
import { credentials, type PlatformServer, startPlatformServer } from "./platform-server.ts";

/** A server and the clients connected to it, new for each test of a file. */
export function usePlatformServer() {
  const used: { server: PlatformServer; waitsMs: number[]; connect: typeof connect } = {
    get server() {
      if (server === undefined) throw new Error("the server is there only during a test");
      return server;
    },
    waitsMs: [],
    connect,
  };
  let server: PlatformServer | undefined;
  let clients: PlatformClient[] = [];

  /** A client that waits between attempts in no time, noting how long it would have waited. */
  function connect(options: Partial<PlatformClientOptions> = {}): PlatformClient {
    const client = createPlatformClient({
      ...credentials,
      baseUrl: used.server.url,
      timeoutMs: 10_000,
      random: () => 0,
      wait: async (delayMs) => {
        used.waitsMs.push(delayMs);
      },
      ...options,
    });
    clients.push(client);
    return client;
  }

  beforeEach(async () => {
    server = await startPlatformServer();
    clients = [];
    used.waitsMs = [];
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server?.close();
  });
  return used;
}

export async function failureOf(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) {
    throw new Error("expected a PlatformError", { cause: error });
  }
  return error;
}
