import { inspect } from "node:util";

const shown = "[secret]";

/** A value that can be used and not shown: text, JSON, `console.log` and `%o` all print "[secret]". */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
