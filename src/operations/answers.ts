import { BoundedMap } from "../bounded-map.ts";
import type { Acknowledgement, Act, Asker } from "./act.ts";

type Asked = Pick<Act, "id" | "form"> & { by: Pick<Asker, "person"> };
type Answer = { told: Promise<Acknowledgement>; by: string; content: string | undefined };

/** An act is a hundred bytes or two; one that was denied may name another with all that it sends. */
const remembered = { underWay: 10_000, done: 10_000, denied: 1000 };
/** A form that stayed open because Slack lost the answer is submitted again within minutes. */
const doneForMs = 10 * 60_000;

/**
 * What this process answers when an act is delivered again: while it is under way, for ten minutes after it may have had an
 * effect (a store that is slow by then must not make that untrue), and, for the newest, why it came to nothing (the store
 * only knows that it did). When there are too many, the oldest is left to the store alone.
 */
export class Answers {
  readonly #underWay: BoundedMap<string, Answer>;
  readonly #done: BoundedMap<string, Answer & { untilMs: number }>;
  readonly #denied: BoundedMap<string, Answer>;
  readonly #nowMs: () => number;

  constructor(limits = remembered, nowMs = () => performance.now()) {
    this.#underWay = new BoundedMap(limits.underWay);
    this.#done = new BoundedMap(limits.done);
    this.#denied = new BoundedMap(limits.denied);
    this.#nowMs = nowMs;
  }

  /** What a further delivery is told. */
  get({ id, by, form }: Asked): Promise<Acknowledgement> | undefined {
    const answer = this.#underWay.get(id) ?? this.#findDone(id, by.person.id) ?? this.#denied.get(id);
    return answer?.told.then((told) => toTwin(told, answer.content !== form?.content));
  }

  #findDone(id: string, by: string): Answer | undefined {
    const done = this.#done.get(id);
    return done?.by === by && this.#nowMs() < done.untilMs ? done : undefined;
  }

  has(id: string): boolean {
    return this.#underWay.has(id);
  }

  keep({ id, by, form }: Asked, taking: Promise<{ acknowledgement: Acknowledgement }>): void {
    const told = taking.then(({ acknowledgement }) => acknowledgement);
    // What fails is told by each delivery that waits for it; there may be none but the first, which has its own word.
    told.catch(() => {});
    this.#underWay.set(id, { told, by: by.person.id, content: form?.content });
  }

  forget(id: string): void {
    this.#underWay.delete(id);
  }

  /** The work is done, and had an effect for all that is known. */
  end(id: string): void {
    const answer = this.#take(id);
    if (answer !== undefined) this.#done.set(id, { ...answer, untilMs: this.#nowMs() + doneForMs });
  }

  /** The store knows that nothing was sent. */
  close(id: string): void {
    const answer = this.#take(id);
    if (answer !== undefined) this.#denied.set(id, answer);
  }

  #take(id: string): Answer | undefined {
    const answer = this.#underWay.get(id);
    this.#underWay.delete(id);
    return answer;
  }
}

/** Another delivery of it came first, this moment. What the store found is shared, not that the form is as it was then. */
function toTwin(acknowledgement: Acknowledgement, isOther: boolean): Acknowledgement {
  if (acknowledgement.kind === "stored") return { kind: "twin", isOther };
  return acknowledgement.kind === "duplicate" && isOther ? { ...acknowledgement, isOther } : acknowledgement;
}
