import pLimit from "p-limit";
import type { FormOfAct, TakeOnRequest } from "../store/index.ts";
import type { Acknowledgement, Act } from "./act.ts";
import type { Answers } from "./answers.ts";
import type { Runner, Work } from "./runner.ts";

export type TakenOn = { acknowledgement: Acknowledgement; request: TakeOnRequest | null };

/** Of a delivery that came to nothing: it may not say what became of the request that another one led to. */
const noAttempt = 0;

type WriteOffsOptions = {
  runner: Runner;
  answers: Answers;
  toWork: (act: Pick<TakeOnRequest, "id" | "kind" | "request" | "repeats">) => Work;
  behind: (failure: string, operation: string, work: () => Promise<unknown>) => void;
};

/**
 * Makes true what a person was told: that nothing was sent, and that nothing will be of this act. Written behind the
 * answer, until the store takes it; until then this process remembers.
 */
export class WriteOffs {
  readonly #options: WriteOffsOptions;
  /** One at a time: nobody waits for it, and those whose acts are taken on do. */
  readonly #writing = pLimit(1);
  readonly #ofForms = new Map<string, Promise<void>>();

  constructor(options: WriteOffsOptions) {
    this.#options = options;
  }

  /** Takes back what there is of it. The same act may come again, here or to another instance. */
  takeBack({ id, kind, by, form }: Act, storing: Promise<TakenOn> | undefined): void {
    const { runner, answers, toWork, behind } = this.#options;
    const write = async () => {
      const late = await storing?.catch(() => undefined);
      // Taken on before by another process, which said so: that stands, and so does another act of its form.
      if (late?.acknowledgement.kind === "duplicate") return answers.forget(id);
      const { followedBy, beside } = late?.request ?? {};
      const then = followedBy === undefined ? null : toWork(followedBy);
      const work = { ...toWork({ id, kind, request: {} }), by, attempt: noAttempt };
      await this.#writing(async () => {
        if (answers.has(id)) await runner.writeOff(work, then, beside);
      });
    };
    const written = write().finally(() => answers.close(id));
    behind("an act could not be written off", id, () => written);
    if (form !== undefined) this.#keep(form, written);
  }

  /** When all is taken back that this process told to be so of a form. */
  async ofForm({ firstAct }: FormOfAct): Promise<void> {
    await this.#ofForms.get(firstAct);
  }

  #keep({ firstAct }: FormOfAct, written: Promise<void>): void {
    const all = Promise.allSettled([this.#ofForms.get(firstAct), written]).then(() => {
      if (this.#ofForms.get(firstAct) === all) this.#ofForms.delete(firstAct);
    });
    this.#ofForms.set(firstAct, all);
  }

  /** The same of what is barred, except that what another delivery has set going stands. */
  useUp({ id }: Pick<Act, "id">, whenWritten: () => void = () => {}): void {
    const { runner, behind } = this.#options;
    const write = () => this.#writing(() => runner.useUp(id));
    behind("an act could not be used up", id, () => write().finally(whenWritten));
  }
}
