import { type ComponentChild, h } from "preact";
import type { Snapshot } from "../protocol.ts";

/** Recipients with an outcome of their own. */
export function renderNumbers({ outside }: Snapshot): ComponentChild {
  return [
    h(
      "dl",
      { class: "numbers" },
      outside.practiceNumbers.map(({ number, name, description }) => [
        h("dt", null, [h("code", null, number), name === "" ? null : ` ${name}`]),
        h("dd", null, description),
      ]),
    ),
    h("p", { class: "hint" }, "Every other number is accepted."),
  ];
}
