import { BoundedMap } from "../../bounded-map.ts";
import { within } from "../../deadline.ts";
import type { HomeShown } from "../../slack/edge/home-tabs.ts";
import type { HomePace, Worker } from "../feature.ts";

export type OpenHomesOptions = {
  pace: HomePace;
  /** Rejects where it should be tried again soon. Null: nobody is shown this Home. `hash`: what stands there. */
  render: (person: string, hash: string | null) => Promise<HomeShown | null>;
  onFailure: (error: unknown) => void;
};

type OpenHome = {
  /** Slack's name for what stands there; null where it isn't known. */
  hash: string | null;
  /** Something changed since it was last read. */
  isChanged: boolean;
  isRendering: boolean;
  /** Not rendered unasked before this, by the monotonic clock. */
  notBeforeMs: number;
};

/** What is committed within so long is rendered once. */
const gatherMs = 100;
/** What could not be read may be in so long. */
export const unreadMs = 5000;
const mostOpen = 10_000;
const mostUnderWay = 4;
const stopLimitMs = 2000;

/**
 * Homes that this process rendered, which it renders again after their people's own acts, at Slack's pace. All in memory:
 * after a restart, or an act that another instance took, a Home shows the newest when it is opened.
 */
export class OpenHomes implements Worker {
  readonly #options: OpenHomesOptions;
  readonly #homes = new BoundedMap<string, OpenHome>(mostOpen);
  readonly #underWay = new Set<Promise<void>>();
  /** When the next may be rendered of all, with none ahead. */
  #freeAtMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: OpenHomesOptions) {
    this.#options = options;
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await within(stopLimitMs, Promise.all(this.#underWay));
  }

  /** Its person opened it: it is rendered by whoever calls this, without waiting for others. */
  opened(person: string, hash: string | null): void {
    const notBeforeMs = performance.now() + this.#options.pace.everyMs;
    this.#homes.set(person, { hash, isChanged: false, isRendering: false, notBeforeMs });
    this.#book();
  }

  /** Something on it is otherwise now. Does nothing where it isn't open here. */
  changed(person: string): void {
    const home = this.#homes.get(person);
    if (home === undefined || home.isChanged) return;
    home.isChanged = true;
    home.notBeforeMs = Math.max(home.notBeforeMs, performance.now() + gatherMs);
    this.#schedule();
  }

  /** What came of showing it. Undefined: it could not be read. */
  shown(person: string, shown: HomeShown | undefined): void {
    const home = this.#homes.get(person);
    if (home === undefined) return;
    home.hash = shown?.kind === "shown" ? shown.hash : null;
    if (shown?.kind === "shown") return;
    home.isChanged = true;
    const nowMs = performance.now();
    const afterMs = shown === undefined ? unreadMs : shown.kind === "later" ? shown.afterMs : 0;
    home.notBeforeMs = nowMs + afterMs;
    if (shown?.kind === "later" && shown.isLimited)
      this.#freeAtMs = Math.max(this.#freeAtMs, nowMs + afterMs + this.#aheadMs());
    this.#schedule();
  }

  #aheadMs(): number {
    const { renderMs, burst } = this.#options.pace;
    return renderMs * (burst - 1);
  }

  #book(): void {
    this.#freeAtMs = Math.max(this.#freeAtMs, performance.now()) + this.#options.pace.renderMs;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#underWay.size >= mostUnderWay) return;
    const [next] = this.#waiting();
    if (next === undefined) return;
    const dueMs = Math.max(next[1].notBeforeMs, this.#freeAtMs - this.#aheadMs());
    this.#timer = setTimeout(() => this.#renderNext(), Math.max(dueMs - performance.now(), 0));
  }

  /** Those that wait longest first. */
  #waiting(): [string, OpenHome][] {
    return [...this.#homes]
      .filter(([, { isChanged, isRendering }]) => isChanged && !isRendering)
      .toSorted(([, one], [, other]) => one.notBeforeMs - other.notBeforeMs);
  }

  #renderNext(): void {
    const [next] = this.#waiting();
    if (next === undefined) return;
    const rendering = this.#render(...next).finally(() => {
      this.#underWay.delete(rendering);
      this.#schedule();
    });
    this.#underWay.add(rendering);
    this.#schedule();
  }

  async #render(person: string, home: OpenHome): Promise<void> {
    home.isChanged = false;
    home.isRendering = true;
    home.notBeforeMs = performance.now() + this.#options.pace.everyMs;
    this.#book();
    try {
      const shown = await this.#options.render(person, home.hash);
      // Opened meanwhile: that one's hash is the newer.
      if (this.#homes.get(person) !== home) return;
      if (shown === null) this.#homes.delete(person);
      else this.shown(person, shown);
    } catch (error) {
      this.#options.onFailure(error);
      if (this.#homes.get(person) === home) this.shown(person, undefined);
    } finally {
      home.isRendering = false;
    }
  }
}
