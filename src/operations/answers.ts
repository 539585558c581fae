import type { Acknowledgement } from "./act.ts";

/** An act is a hundred bytes or two; a day of commands is far less than this. */
const remembered = 10_000;

/**
 * What the deliveries of one act are told by this process: from the first one on, until the work is done, or until the
 * store knows that nothing was sent. When there are too many, the oldest is left to the store alone.
 */
export class Answers {
  readonly #answers = new Map<string, Promise<Acknowledgement>>();
  readonly #limit: number;

  constructor(limit = remembered) {
    this.#limit = limit;
  }

  /** What a further delivery is told. */
  get(id: string): Promise<Acknowledgement> | undefined {
    return this.#answers.get(id)?.then(toTwin);
  }

  has(id: string): boolean {
    return this.#answers.has(id);
  }

  keep(id: string, taking: Promise<{ acknowledgement: Acknowledgement }>): void {
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= this.#limit && oldest !== undefined) this.#answers.delete(oldest);
    const answer = taking.then(({ acknowledgement }) => acknowledgement);
    // What fails is told by each delivery that waits for it; there may be none but the first, which has its own word.
    answer.catch(() => {});
    this.#answers.set(id, answer);
  }

  forget(id: string): void {
    this.#answers.delete(id);
  }
}

/** Another delivery of it came first, this moment. */
function toTwin(acknowledgement: Acknowledgement): Acknowledgement {
  return acknowledgement.kind === "stored" ? { kind: "twin" } : acknowledgement;
}
