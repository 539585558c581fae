import { expect, it } from "vitest";
import { Fields } from "../../../../src/slack/edge/fields.ts";

it.each(['{"id":"C1"}', '["C1"]', "5", "null"])(
  "Fields reads no choice if its value is not a text: %s",
  (forged) => {
    const element = (state: string) => `{"value": {"type": "a", ${state}}}`;
    const fields = new Fields(
      JSON.parse(`{
      "channel": ${element(`"selected_conversation": ${forged}`)},
      "kind": ${element(`"selected_option": {"value": ${forged}}`)},
      "several": ${element(`"selected_options": [{"value": ${forged}}, {"value": "a"}]`)}
    }`),
    );
    const read = [fields.conversation("channel"), fields.choice("kind")];
    expect(read).toEqual([undefined, undefined]);
    expect(fields.choices("several")).toEqual(["a"]);
  },
);
