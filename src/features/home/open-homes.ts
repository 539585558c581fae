import { BoundedMap } from "../../bounded-map.ts";
import { within } from "../../deadline.ts";
import type { Person } from "../../slack/people/people.ts";
import type { BackgroundWorker } from "../feature.ts";

export type HomeRefresherOptions = {
  recognise: (id: string) => Promise<Person>;
  /** Publishes a Home. Returns 0, or milliseconds to wait before the next try. */
  show: (person: Person) => Promise<number>;
  onFailure: (error: unknown) => void;
};

/** Time in which changes of a Home are collected for one rendering. */
const gatherMs = 100;
/** Pause between renderings: 75 a minute of Slack's 100, the others for people who open their Home. */
const everyMs = 800;
const maxOpen = 10_000;
const stopLimitMs = 2000;

/**
 * Renders an open Home again after its person's acts, one Home at a time. Open Homes are only in memory: after a
 * restart, or an act at another instance, a Home is outdated until it is opened again.
 */
export class HomeRefresher implements BackgroundWorker {
  readonly #options: HomeRefresherOptions;
  readonly #open = new BoundedMap<string, true>(maxOpen);
  readonly #changed = new Set<string>();
  /** Earliest time of the next rendering, by `performance.now()`; Slack's limit is for all Homes together. */
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #rendering: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: HomeRefresherOptions) {
    this.#options = options;
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    if (this.#rendering !== null) await within(stopLimitMs, this.#rendering);
  }

  /** Renders a Home that its person opened, before Homes that wait. */
  async open(person: Person): Promise<void> {
    this.#open.set(person.id, true);
    // Renders again afterwards, since a rendering under way may publish an older reading last.
    if (this.#rendering !== null) this.changed(person.id);
    await this.#show(person);
  }

  changed(person: string): void {
    if (!this.#open.has(person)) return;
    this.#renderAgain(person, this.#changed.size === 0 ? gatherMs : 0);
  }

  async #show(person: Person): Promise<void> {
    const afterMs = await this.#options.show(person);
    if (afterMs > 0) this.#renderAgain(person.id, afterMs);
  }

  #renderAgain(person: string, afterMs: number): void {
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
      this.#rendering = this.#renderNext().finally(() => {
        this.#rendering = null;
        this.#schedule();
      });
    };
    this.#timer = setTimeout(next, Math.max(this.#notBeforeMs - performance.now(), 0));
  }

  async #renderNext(): Promise<void> {
    const [id = ""] = this.#changed;
    this.#changed.delete(id);
    this.#pause(everyMs);
    try {
      const person = await this.#options.recognise(id);
      if (person.standing === "member") await this.#show(person);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}
