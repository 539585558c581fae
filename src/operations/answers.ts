import type { Acknowledgement, Act, Asker } from "./act.ts";

type Asked = Pick<Act, "id" | "form"> & { by: Pick<Asker, "person"> };
type Answer = { told: Promise<Acknowledgement>; by: string; content: string | undefined };

/** An act is a hundred bytes or two, one that is over may name another with all that it sends; a day of commands is far less. */
const remembered = { underWay: 10_000, done: 10_000, denied: 1000 };
/** A form that stayed open because Slack lost the answer is submitted again within minutes. */
const doneForMs = 10 * 60_000;

/**
 * What the deliveries of one act are told by this process: from the first one on, until the work is done. When there are
 * too many, the oldest is left to the store alone.
 *
 * Longer than that is remembered what a store that doesn't answer in time must not make untrue: that an act may have had an
 * effect, for ten minutes. And of what came to nothing the store knows that, and not why: the newest of these are told
 * further on as they were first.
 */
export class Answers {
  readonly #underWay = new Map<string, Answer>();
  readonly #done = new Map<string, Answer & { untilMs: number }>();
  readonly #denied = new Map<string, Answer>();
  readonly #limits: typeof remembered;
  readonly #nowMs: () => number;

  constructor(limits = remembered, nowMs = () => performance.now()) {
    this.#limits = limits;
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
    makeRoom(this.#underWay, this.#limits.underWay);
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
    if (answer === undefined) return;
    makeRoom(this.#done, this.#limits.done);
    this.#done.set(id, { ...answer, untilMs: this.#nowMs() + doneForMs });
  }

  /** The store knows that nothing was sent. */
  close(id: string): void {
    const answer = this.#take(id);
    if (answer === undefined) return;
    makeRoom(this.#denied, this.#limits.denied);
    this.#denied.set(id, answer);
  }

  #take(id: string): Answer | undefined {
    const answer = this.#underWay.get(id);
    this.#underWay.delete(id);
    return answer;
  }
}

function makeRoom(answers: Map<string, unknown>, limit: number): void {
  const [oldest] = answers.keys();
  if (answers.size >= limit && oldest !== undefined) answers.delete(oldest);
}

/** Another delivery of it came first, this moment. */
function toTwin(acknowledgement: Acknowledgement, isOther: boolean): Acknowledgement {
  return acknowledgement.kind === "stored" ? { kind: "twin", isOther } : acknowledgement;
}
