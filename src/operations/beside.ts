import { AlsoFailedError, type FinishRequest } from "../store/index.ts";

/** Of what would fail again, and of what may pass: with the pauses between them some minutes. */
const tries = { lasting: 3, passing: 20 };

/** What a feature writes beside an outcome: it must not keep that from being stored and told. */
export class Beside {
  readonly #also: FinishRequest["also"];
  readonly #failures = { lasting: 0, passing: 0 };

  constructor(also: FinishRequest["also"]) {
    this.#also = also;
  }

  /** There was something, and it failed too often. */
  get isLeftOut(): boolean {
    const { lasting, passing } = this.#failures;
    return lasting >= tries.lasting || passing >= tries.passing;
  }

  get also(): Pick<FinishRequest, "also"> {
    return this.#also === undefined || this.isLeftOut ? {} : { also: this.#also };
  }

  /** How often it failed, when it is left out from now on. */
  countFailure(error: unknown): number | null {
    if (!(error instanceof AlsoFailedError)) return null;
    this.#failures[error.mayPass ? "passing" : "lasting"] += 1;
    return this.isLeftOut ? this.#failures.lasting + this.#failures.passing : null;
  }
}
