import { type Clocks, type Moment, passedMs, readClocks } from "../clocks.ts";

const beatMs = 5_000;

type Options = {
  beat: () => Promise<void>;
  /** So long others leave an instance's operations to it behind a beat. */
  leaseMs: number;
  clocks: Clocks;
  onError: (error: unknown) => void;
};

/** Says that this instance lives, so that no other one closes what it has in hand. */
export class Heartbeat {
  readonly #options: Options;
  /** When the newest beat that was stored began, and since when none came so late that others could take this one for dead. */
  #beaten: Moment | null = null;
  #unbroken: Moment | null = null;
  #timer: NodeJS.Timeout | null = null;
  #newest: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves with the first beat, stored or not. */
  async start(): Promise<void> {
    this.#end();
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#newest = this.#beat();
    }, beatMs).unref();
  }

  /** Nothing says any more that this instance lives. */
  async stop(): Promise<void> {
    this.#end();
    await this.#newest;
  }

  /** Whether nobody else could take what came in hand here so long ago, nor can for so long, by both clocks. */
  holds({ ageMs, forMs }: { ageMs: number; forMs: number }): boolean {
    const { clocks, leaseMs } = this.#options;
    if (this.#beaten === null || this.#unbroken === null) return false;
    const now = readClocks(clocks);
    const { monotonicMs, wallMs } = this.#unbroken;
    const unbrokenMs = Math.min(now.monotonicMs - monotonicMs, now.wallMs - wallMs);
    return passedMs(this.#beaten, now) + forMs < leaseMs && ageMs < unbrokenMs;
  }

  #end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #beat(): Promise<void> {
    const { beat, clocks, leaseMs, onError } = this.#options;
    const began = readClocks(clocks);
    try {
      await beat();
      const isBroken = this.#beaten === null || passedMs(this.#beaten, readClocks(clocks)) >= leaseMs;
      if (isBroken) this.#unbroken = began;
      this.#beaten = began;
    } catch (error) {
      onError(error);
    }
  }
}
