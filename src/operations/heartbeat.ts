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
  /** When the newest beat that was stored began. */
  #beaten: Moment | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves with the first beat, stored or not. */
  async start(): Promise<void> {
    await this.#beat();
    this.#timer = setInterval(() => void this.#beat(), beatMs).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Whether nobody else takes what is in hand here for so long, by both clocks. */
  lasts(ms: number): boolean {
    const { clocks, leaseMs } = this.#options;
    return this.#beaten !== null && passedMs(this.#beaten, readClocks(clocks)) + ms < leaseMs;
  }

  async #beat(): Promise<void> {
    const began = readClocks(this.#options.clocks);
    try {
      await this.#options.beat();
      this.#beaten = began;
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
