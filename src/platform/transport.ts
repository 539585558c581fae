import { type Dispatcher, Pool } from "undici";

/** `failed`: the connection broke before the reply's status was read. `lost`: it broke afterwards. */
export type AttemptEnd =
  | "complete"
  | "failed"
  | "lost"
  | "too_large"
  | "timed_out"
  | "too_late"
  | "aborted"
  | "closed";

export type Exchange = {
  hasLeft: boolean;
  end: AttemptEnd;
  status: number | null;
  retryAfter: string | undefined;
  body: Buffer;
  cause: unknown;
};

/** A body that is made while it is written and can be read once: every attempt needs a new one. */
export type ChunkedBody = { chunks: Iterable<string> | AsyncIterable<string>; sizeBytes: number };

export type TransportRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body: string | ChunkedBody | undefined;
  signal: AbortSignal | undefined;
  /** Called just before the first byte is written; false ends the attempt. */
  isInTime: () => boolean;
  /** Set to keep a request open that timed out after leaving; its late reply is passed on once. */
  onLate: ((exchange: Exchange) => void) | undefined;
};

/** Calls `end` after `timeoutMs`; returns a function that cancels. */
export type AttemptTimer = (end: () => void, timeoutMs: number, request: TransportRequest) => () => void;

const byTheClock: AttemptTimer = (end, timeoutMs) => {
  const timer = setTimeout(end, timeoutMs);
  return () => clearTimeout(timer);
};

export type TransportOptions = {
  origin: string;
  timeoutMs: number;
  lateReplyMs: number;
  lateReplies: number;
  connections: number;
  maxReplyBytes: number;
  /** Timer of attempts. @default setTimeout */
  attemptTimer?: AttemptTimer | undefined;
};

export type Transport = {
  /** Never rejects. */
  exchange: (request: TransportRequest) => Promise<Exchange>;
  /** Ends all exchanges, including those that wait for a late reply, without calling `onLate`. */
  close: () => Promise<void>;
};

/** One pool of keep-alive connections to one origin. Follows no redirect and repeats nothing. */
export function createTransport(options: TransportOptions): Transport {
  const pool = new Pool(options.origin, {
    connections: options.connections,
    // One request at a time per connection, and no HTTP/2: after a GOAWAY undici would repeat a stream by itself.
    pipelining: 1,
    allowH2: false,
    connectTimeout: options.timeoutMs,
    // Attempts have their own timers; undici's would also cut off the wait for a late reply.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const open = new Set<Attempt>();
  const late = new Set<Attempt>();
  const events: AttemptEvents = {
    onLate: (attempt) => {
      const [oldest] = late;
      if (oldest !== undefined && late.size >= options.lateReplies) oldest.stop("timed_out");
      late.add(attempt);
    },
    onEnded: (attempt) => {
      open.delete(attempt);
      late.delete(attempt);
    },
  };
  let isClosed = false;
  return {
    exchange: (request) =>
      new Promise((resolve) => {
        const attempt = new Attempt(request, { ...options, ...events, resolve });
        open.add(attempt);
        if (isClosed) {
          attempt.stop("closed");
        } else {
          attempt.start(pool);
        }
      }),
    close: async () => {
      isClosed = true;
      for (const attempt of [...open]) attempt.stop("closed");
      await pool.destroy();
    },
  };
}

type AttemptEvents = { onLate: (attempt: Attempt) => void; onEnded: (attempt: Attempt) => void };

type AttemptOptions = TransportOptions & AttemptEvents & { resolve: (exchange: Exchange) => void };

/** Handler of one request for undici, which calls onRequestStart just before it writes the first byte. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #options: AttemptOptions;
  readonly #onAbort = () => this.stop("aborted");
  #resolve: ((exchange: Exchange) => void) | undefined;
  #callOffTimer = (): void => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #chunks: Buffer[] = [];
  #sizeBytes = 0;

  constructor(request: TransportRequest, options: AttemptOptions) {
    this.#request = request;
    this.#options = options;
    this.#resolve = options.resolve;
  }

  start(pool: Pool): void {
    const { signal } = this.#request;
    if (signal?.aborted) {
      this.stop("aborted");
      return;
    }
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    const { attemptTimer = byTheClock, timeoutMs } = this.#options;
    this.#callOffTimer = attemptTimer(() => this.#timeOut(), timeoutMs, this.#request);
    pool.dispatch(toDispatchOptions(this.#request), this);
  }

  /** Ends the exchange; a queued request will not leave. */
  stop(end: AttemptEnd): void {
    this.#finish(end, undefined);
    this.#controller?.abort(new Error(end));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#controller === undefined && !this.#request.isInTime()) {
      this.#finish("too_late", undefined);
    }
    if (this.#isOver || this.#controller !== undefined) {
      controller.abort(new Error("ended before it left, or left before"));
      return;
    }
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.#isOver || status < 200) return;
    this.#status = status;
    const retryAfter = headers["retry-after"];
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
    if (Number(headers["content-length"]) > this.#options.maxReplyBytes) this.stop("too_large");
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#sizeBytes += chunk.byteLength;
    if (this.#sizeBytes > this.#options.maxReplyBytes) {
      this.stop("too_large");
    } else {
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    this.#finish("complete", undefined);
  }

  onResponseError(_controller: unknown, cause: unknown): void {
    this.#finish(this.#status === null ? "failed" : "lost", cause);
  }

  #timeOut(): void {
    const isUndecided = this.#status === null || (this.#status >= 200 && this.#status < 300);
    if (this.#controller === undefined || this.#request.onLate === undefined || !isUndecided) {
      this.stop("timed_out");
      return;
    }
    this.#resolve?.(this.#toExchange("timed_out", undefined));
    this.#resolve = undefined;
    this.#options.onLate(this);
    const timer = setTimeout(() => this.stop("timed_out"), this.#options.lateReplyMs);
    timer.unref();
    this.#callOffTimer = () => clearTimeout(timer);
  }

  #finish(end: AttemptEnd, cause: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#callOffTimer();
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    this.#options.onEnded(this);
    const exchange = this.#toExchange(end, cause);
    this.#chunks = [];
    if (this.#resolve !== undefined) {
      this.#resolve(exchange);
    } else if (end !== "closed" && end !== "aborted") {
      this.#request.onLate?.(exchange);
    }
  }

  #toExchange(end: AttemptEnd, cause: unknown): Exchange {
    return {
      hasLeft: this.#controller !== undefined,
      end,
      status: this.#status,
      retryAfter: this.#retryAfter,
      body: Buffer.concat(this.#chunks),
      cause,
    };
  }
}

function toDispatchOptions({ method, path, headers, body }: TransportRequest): Dispatcher.DispatchOptions {
  if (body === undefined || typeof body === "string") return { method, path, headers, body: body ?? null };
  const sized = { ...headers, "content-length": String(body.sizeBytes) };
  const options: Dispatcher.DispatchOptions = { method, path, headers: sized };
  // undici writes any iterable, though its type only allows others.
  return Object.assign(options, { body: body.chunks });
}
