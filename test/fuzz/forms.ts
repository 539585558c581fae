import fc from "fast-check";
import { Fields } from "../../src/slack/edge/fields.ts";
import { words } from "./inputs.ts";

/** What a person left in the blocks of a form, by their ids. */
export function form(ids: readonly string[]): fc.Arbitrary<Fields> {
  const one = fc.record({ id: fc.constantFrom(...ids), value: words });
  return fc
    .array(one, { maxLength: 12 })
    .map(
      (typed) =>
        new Fields(
          Object.fromEntries(
            typed.map(({ id, value }) => [id, { value: { type: "plain_text_input", value } }]),
          ),
        ),
    );
}
