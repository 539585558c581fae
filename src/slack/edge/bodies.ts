import type { IncomingMessage } from "node:http";

/** Slack's own bodies have some hundred kilobytes at most: a long message, or a form with much in it. */
export const bodyLimitBytes = 1024 * 1024;

/** Limit over all connections. */
const heldLimitBytes = 16 * bodyLimitBytes;

/** A chunk of one byte takes about that much memory. */
const chunkBytes = 256;

/** A body that was not read, and the HTTP status that says why. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Reading = { heldBytes: number; giveUp: (error: BodyError) => void };

/**
 * Reads bodies into memory before anybody knows whose they are. When all together are too much, the one that began first
 * gives way: Slack's take milliseconds, so that this one dawdles.
 */
export class Bodies {
  /** The oldest first. */
  readonly #readings = new Set<Reading>();
  #heldBytes = 0;

  async read(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
    const tooLarge = new BodyError(413, `the body has more than ${limitBytes} bytes`);
    if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      const bytes = Math.max(chunk.length, chunkBytes);
      reading.heldBytes += bytes;
      this.#heldBytes += bytes;
      if (reading.heldBytes > limitBytes + chunkBytes) reading.giveUp(tooLarge);
      else if (this.#heldBytes > heldLimitBytes) this.#dropOldest();
    };
    // Called synchronously: thousands of chunks may come before a promise goes on.
    const release = () => {
      request.off("data", take);
      chunks.length = 0;
      if (this.#readings.delete(reading)) this.#heldBytes -= reading.heldBytes;
    };
    const reading: Reading = {
      heldBytes: 0,
      giveUp(error) {
        release();
        reject(error);
      },
    };
    this.#readings.add(reading);
    request.on("data", take);
    request.once("end", () => {
      resolve(Buffer.concat(chunks));
      release();
    });
    request.once("close", () => reading.giveUp(new BodyError(400, "the body was cut off")));
    return await promise;
  }

  #dropOldest(): void {
    const [oldest] = this.#readings;
    oldest?.giveUp(new BodyError(503, "other bodies need the memory"));
  }
}
