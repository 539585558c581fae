import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/index.ts";

let laid: Promise<Buffer> | undefined;

/**
 * Leaves at `url` (`file:…`) the empty store that a first start leaves: its tables are made once in this process and
 * copied from then on. That a start makes them itself is proven by every bot that runs as a process, and by the
 * store's own tests.
 */
export async function layStore(url: string): Promise<void> {
  laid ??= makeStore();
  await writeFile(url.slice("file:".length), await laid, { mode: 0o600 });
}

async function makeStore(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), "laid-store-"));
  try {
    const path = join(directory, "bot.db");
    const options = { url: `file:${path}`, owner: "nobody", leaseMs: 0, now: () => new Date() };
    await (await openStore(options)).close();
    return await readFile(path);
  } finally {
    await rm(directory, { recursive: true });
  }
}
