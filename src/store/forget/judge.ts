import type { PhoneNumber } from "../../phone-number.ts";
import { type Json, toJson } from "../database/values.ts";
import { removed, withoutContents, withoutWordsOf } from "./contents.ts";
import { goesTo, withoutNumber, withoutNumberIn } from "./number.ts";
import type { Part, Row, wholes } from "./parts.ts";

/** A number that was sent to or written about, or a person who did so. */
export type Whom = { number: PhoneNumber } | { person: string };

/** What a row has from now on. `isWhole`: nothing that its author wrote is left in it. */
export type Change = { row: Row; columns: Record<string, string | null>; isWhole: boolean };

/** Says what has to go: all of what somebody wrote or was sent, and of the rest the number, wherever it stands. */
export class Judge {
  readonly #number: PhoneNumber | null;
  readonly #person: string | null;
  /** Operations that are theirs. */
  readonly #theirs = new Set<string>();

  constructor(whom: Whom) {
    this.#number = "number" in whom ? whom.number : null;
    this.#person = "person" in whom ? whom.person : null;
  }

  findChange(part: Part, stored: Row): Change | null {
    const row = part.prepare?.(stored) ?? stored;
    const isWhole = this.#isTheirs(part, row);
    if (isWhole && part.table === "operations") this.#theirs.add(`${row["id"]}`);
    const columns: Change["columns"] = {};
    for (const [column, writer] of Object.entries(part.words ?? {})) {
      const text = row[column];
      if (typeof text !== "string") continue;
      const left = this.#isOwn(row, writer, isWhole) ? removed : this.#without(text);
      if (left !== text) columns[column] = left;
    }
    for (const [column, writer] of Object.entries(part.json ?? {})) {
      const text = row[column];
      if (typeof text !== "string") continue;
      const left = this.#leftOf(text, { column, isOwn: this.#isOwn(row, writer, isWhole) });
      if (left !== text) columns[column] = left;
    }
    return Object.keys(columns).length === 0 ? null : { row, columns, isWhole };
  }

  /** Whether a row that goes as a whole does. */
  isGone(part: (typeof wholes)[number], stored: Row): boolean {
    const row = part.prepare?.(stored) ?? stored;
    if (this.#isBy(row, part.author ?? null)) return true;
    return part.goesWithItsNumber === true && this.findChange(part, stored) !== null;
  }

  /** With a number goes whatever anybody wrote of what was sent there, with a person what they wrote themselves. */
  #isOwn(row: Row, writer: string | null, isWhole: boolean): boolean {
    return this.#number === null ? this.#isBy(row, writer) : isWhole;
  }

  #isBy(row: Row, writer: string | null): boolean {
    return this.#person !== null && writer !== null && row[writer] === this.#person;
  }

  #isTheirs({ table, about }: Part, row: Row): boolean {
    if (this.#number === null) return table === "operations" && this.#isBy(row, "author");
    if (about !== undefined) return this.#theirs.has(about(row));
    if (table !== "operations") return false;
    return goesTo(toJson(`${row["request"]}`), this.#number);
  }

  #without(text: string): string {
    return this.#number === null ? text : withoutNumber(text, this.#number);
  }

  #leftOf(text: string, { column, isOwn }: { column: string; isOwn: boolean }): string {
    const stored = toJson(text);
    // Names and settings of its time: where they are gone there are none, and nothing stands in their place.
    const gone: Json = column === "about" ? null : removed;
    const others = this.#person === null ? stored : withoutWordsOf(stored, this.#person);
    const kept = isOwn ? withoutContents(stored, () => gone) : others;
    const left = JSON.stringify(this.#number === null ? kept : withoutNumberIn(kept, this.#number));
    return left === JSON.stringify(stored) ? text : left;
  }
}
