import { describe, expect, it } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import type { ReaderRole } from "../../../../src/outcomes/card.view.ts";
import {
  renderSentInFull,
  renderSummary,
  type Sent,
  toSentSummary,
} from "../../../../src/outcomes/sent.view.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

// What its author sees of each kind of message is on the golden page sent-messages.

const told = (message: object) => {
  const request = { message: { to: "01023456789", from: "0212345678", ...message } };
  return describeMessage(anUnknown({ request }), en)!;
};
const linesOf = (sent: Sent) => sent.map(({ block }) => block.text?.text ?? "");

describe("the sent content of a message", () => {
  it("is shortened on Home", () => {
    expect(toSentSummary(told({ text: "가".repeat(900) }))?.length).toBeLessThanOrEqual(102);
  });

  it("is shown whole in the details of an operation, in as many sections as it needs", () => {
    const long = told({ text: "a".repeat(5000), newField: 1 });
    const sections = linesOf(renderSentInFull(long, "author"));
    expect(sections.slice(1).join("")).toBe(`“${"a".repeat(5000)}”`);
    expect(Math.max(...sections.map((section) => section.length))).toBeLessThanOrEqual(3000);
  });

  it("fits into one Slack message with its whole text, by shortening the variables", () => {
    const variables = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`#{v${index}}`, "x".repeat(100)]),
    );
    const greatest = told({ text: "b".repeat(2000), chatOptions: { pfId: "PF1", variables } });
    const sections = linesOf(renderSentInFull(greatest, "author"));
    expect(sections.join("").length).toBeLessThanOrEqual(9000);
    expect(sections.at(-1)).toBe(`“${"b".repeat(2000)}”`);
  });

  it.each<ReaderRole>(["on-call", "anybody"])(
    "is hidden from the reader %s, who sees only the message's facts",
    (reader) => {
      const chatOptions = { pfId: "PF1", templateId: "T1", variables: { "#{name}": "Kim" } };
      const one = told({ text: "Hello,\n\nyour table\n is ready", chatOptions });
      const facts = "From 02-1234-5678 · Template: T1 · Messenger channel: PF1 · 28 characters";
      for (const render of [renderSummary, renderSentInFull])
        expect(linesOf(render(one, reader))).toEqual([facts]);
    },
  );
});
