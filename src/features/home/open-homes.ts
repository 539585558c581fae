import { BoundedMap } from "../../bounded-map.ts";
import { within } from "../../deadline.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Worker } from "../feature.ts";

export type OpenHomesOptions = {
  recognise: (id: string) => Promise<Person>;
  /** Returns 0, or after how many milliseconds Slack may take it. */
  show: (person: Person) => Promise<number>;
  onFailure: (error: unknown) => void;
};

/** What is committed within so long is rendered once. */
const gatherMs = 100;
/** At most 75 a minute: Slack takes 100, and the rest is for people who open theirs. */
const everyMs = 800;
const mostOpen = 10_000;
const stopLimitMs = 2000;

/**
 * Homes that this process rendered, which it renders again after their people's own acts, one after another. All in memory:
 * after a restart, or an act that another instance took, a Home shows the newest when it is opened.
 */
export class OpenHomes implements Worker {
  readonly #options: OpenHomesOptions;
  readonly #open = new BoundedMap<string, true>(mostOpen);
  readonly #changed = new Set<string>();
  #rendering: string | null = null;
  /** By the monotonic clock. */
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: OpenHomesOptions) {
    this.#options = options;
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await within(stopLimitMs, this.#underWay);
  }

  /** Shows a Home that its person opened, without waiting for others. */
  async open(person: Person): Promise<void> {
    const { id } = person;
    this.#open.set(id, true);
    // What was read before may be shown over it.
    if (this.#rendering === id) this.changed(id);
    this.#showLater(id, await this.#options.show(person));
  }

  /** Does nothing where it isn't open here. */
  changed(person: string): void {
    if (!this.#open.has(person)) return;
    if (this.#changed.size === 0) this.#pause(gatherMs);
    this.#changed.add(person);
    this.#schedule();
  }

  /** Slack's limit is one of all Homes. */
  #showLater(person: string, afterMs: number): void {
    if (afterMs === 0) return;
    this.#changed.add(person);
    this.#pause(afterMs);
    this.#schedule();
  }

  #pause(ms: number): void {
    this.#notBeforeMs = Math.max(this.#notBeforeMs, performance.now() + ms);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#rendering !== null || this.#changed.size === 0) return;
    const next = () => {
      this.#underWay = this.#renderNext();
    };
    this.#timer = setTimeout(next, Math.max(this.#notBeforeMs - performance.now(), 0));
  }

  async #renderNext(): Promise<void> {
    const [id] = this.#changed;
    if (id === undefined) return;
    this.#changed.delete(id);
    this.#rendering = id;
    this.#pause(everyMs);
    try {
      const person = await this.#options.recognise(id);
      if (person.standing === "member") this.#showLater(id, await this.#options.show(person));
    } catch (error) {
      this.#options.onFailure(error);
    }
    this.#rendering = null;
    this.#schedule();
  }
}
