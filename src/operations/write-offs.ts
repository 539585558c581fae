import pLimit from "p-limit";
import type { FormOfAct, Store, TakeOnRequest } from "../store/index.ts";
import type { Acknowledgement, Act } from "./act.ts";
import type { Answers } from "./answers.ts";
import { ownCodes } from "./end.ts";
import type { Runner, Work } from "./runner.ts";

export type TakenOn = { acknowledgement: Acknowledgement; request: TakeOnRequest | null };

/** A delivery that came to nothing made none: it may not say what became of the request that another one led to. */
const noAttempt = 0;

type WriteOffsOptions = {
  store: { operations: Pick<Store["operations"], "withdraw" | "useUp"> };
  runner: Runner;
  answers: Answers;
  toWork: (act: Pick<TakeOnRequest, "id" | "kind" | "request" | "repeats">) => Work;
  behind: (failure: string, operation: string, work: () => Promise<unknown>) => void;
};

/** What was told as unsent of one form and isn't written yet. `wanted`: somebody waits for it from now on. */
type OfForm = { written: Promise<unknown>; wanted: AbortController };

/**
 * Makes true what a person was told: that nothing was sent, and that nothing will be of this act. Written behind the
 * answer, until the store takes it; until then this process remembers.
 */
export class WriteOffs {
  readonly #options: WriteOffsOptions;
  /**
   * One at a time: nobody waits for most of them, and those whose acts are taken on do. A turn is one try, so that what the
   * store doesn't take holds nothing else up.
   */
  readonly #tries = pLimit(1);
  readonly #ofForms = new Map<string, OfForm>();

  constructor(options: WriteOffsOptions) {
    this.#options = options;
  }

  /** Takes back what there is of it. The same act may come again, here or to another instance. */
  takeBack(act: Act, storing: Promise<TakenOn> | undefined): void {
    const { answers, behind } = this.#options;
    const { id, form } = act;
    const write = async () => {
      const late = await storing?.catch(() => undefined);
      // Taken on before by another process, which said so: that stands, and so does another act of its form.
      if (late?.acknowledgement.kind === "duplicate") return answers.forget(id);
      await this.#withdraw(act, late?.request ?? {});
    };
    const written = write().finally(() => answers.close(id));
    behind("an act could not be written off", id, () => written);
    if (form !== undefined) this.#keep(form, written);
  }

  /**
   * Resolves when nothing of this form is left to be written off by this process; what sleeps between two tries is tried
   * now.
   */
  async ofForm({ firstAct }: FormOfAct): Promise<void> {
    const ofForm = this.#ofForms.get(firstAct);
    if (ofForm === undefined) return;
    const { wanted, written } = ofForm;
    ofForm.wanted = new AbortController();
    wanted.abort();
    await written;
  }

  /** The same of what is barred, except that what another delivery has set going stands. */
  useUp({ id }: Pick<Act, "id">, whenWritten: () => void = () => {}): void {
    const { store, runner, behind } = this.#options;
    const write = () => runner.insist(id, () => this.#tries(() => store.operations.useUp(id)));
    behind("an act could not be used up", id, () => write().finally(whenWritten));
  }

  /**
   * Silently over, whenever the act comes again. Only one that came again to another instance in between, which said that
   * it is on its way, ends with its posts.
   */
  async #withdraw(
    { id, kind, by, form }: Act,
    { followedBy, beside = [] }: Pick<TakeOnRequest, "followedBy" | "beside">,
  ): Promise<void> {
    const { store, runner, answers, toWork } = this.#options;
    // What is remembered no more may have been taken on anew since.
    const withdraw = async () => !answers.has(id) || store.operations.withdraw(id, by.person.id);
    const wanted = () => form && this.#ofForms.get(form.firstAct)?.wanted.signal;
    const isOver = await runner.insist(id, () => this.#tries(withdraw), wanted);
    if (isOver !== false) return;
    const work = { ...toWork({ id, kind, request: {} }), attempt: noAttempt };
    const then = followedBy === undefined ? null : toWork(followedBy);
    await runner.drop(work, then, ownCodes.tookTooLong);
    for (const one of beside) await runner.drop({ ...work, id: one.id }, null, ownCodes.tookTooLong);
  }

  #keep({ firstAct }: FormOfAct, write: Promise<void>): void {
    const before = this.#ofForms.get(firstAct);
    const written = Promise.allSettled([before?.written, write]).then(() => {
      if (this.#ofForms.get(firstAct)?.written === written) this.#ofForms.delete(firstAct);
    });
    this.#ofForms.set(firstAct, { written, wanted: before?.wanted ?? new AbortController() });
  }
}
