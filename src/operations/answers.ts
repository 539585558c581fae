import type { Acknowledgement } from "./act.ts";

/** An act is a hundred bytes or two, one that is over may name another with all that it sends; a day of commands is far less. */
const remembered = { underWay: 10_000, over: 1000 };

/**
 * What the deliveries of one act are told by this process: from the first one on, until the work is done. When there are
 * too many, the oldest is left to the store alone. Of what came to nothing the store knows that, and not why: the newest of
 * these are told further on as they were first.
 */
export class Answers {
  readonly #answers = new Map<string, Promise<Acknowledgement>>();
  readonly #over = new Map<string, Promise<Acknowledgement>>();
  readonly #limits: typeof remembered;

  constructor(limits = remembered) {
    this.#limits = limits;
  }

  /** What a further delivery is told. */
  get(id: string): Promise<Acknowledgement> | undefined {
    return (this.#answers.get(id) ?? this.#over.get(id))?.then(toTwin);
  }

  has(id: string): boolean {
    return this.#answers.has(id);
  }

  keep(id: string, taking: Promise<{ acknowledgement: Acknowledgement }>): void {
    makeRoom(this.#answers, this.#limits.underWay);
    const answer = taking.then(({ acknowledgement }) => acknowledgement);
    // What fails is told by each delivery that waits for it; there may be none but the first, which has its own word.
    answer.catch(() => {});
    this.#answers.set(id, answer);
  }

  forget(id: string): void {
    this.#answers.delete(id);
  }

  /** The store knows that nothing was sent. */
  close(id: string): void {
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (answer === undefined) return;
    makeRoom(this.#over, this.#limits.over);
    this.#over.set(id, answer);
  }
}

function makeRoom(answers: Map<string, unknown>, limit: number): void {
  const [oldest] = answers.keys();
  if (answers.size >= limit && oldest !== undefined) answers.delete(oldest);
}

/** Another delivery of it came first, this moment. */
function toTwin(acknowledgement: Acknowledgement): Acknowledgement {
  return acknowledgement.kind === "stored" ? { kind: "twin" } : acknowledgement;
}
