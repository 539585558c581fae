import type { Operation } from "../../src/store/index.ts";
import { anUnknown, aTrySummary } from "../support/operation.ts";
import { aDescription, card } from "../unit/outcomes/a-card.ts";
import { page, scene } from "./page.ts";
import { refusal } from "./states.ts";

const readers = ["author", "on-call", "anybody"] as const;
const earlier = (change: Partial<Operation> = {}) => ({
  tries: [aTrySummary({ id: "act-0", root: "act-0", createdAt: new Date(0), ...change })],
});
const fact = (name: string, value = name) => ({ name, value });
const much = aDescription({
  facts: [
    { ...fact("Size"), isMinor: true },
    fact("Sender", "5".repeat(300)),
    ...["b", "c", "d"].map((name) => fact(name)),
  ],
  sent: {
    lines: ["A", "B", "C", "D"].map((name) => fact(name)),
    text: `Hello,\n\tyour table ${"is ready ".repeat(40)}`,
  },
});
const little = aDescription({ facts: [], ids: [{ name: "message", id: "…6789" }] });

/** What no scene of a feature's own operations comes to. */
page("outcomes-cards", ({ locale }) => {
  const shownTo = (state: string, change: Partial<Operation>, own: Parameters<typeof card>[1] = {}) =>
    readers.map((reader) => scene(state, card(anUnknown(change), { reader, ...own }, locale), reader));
  const refused = (result: Operation["result"]) => ({ outcome: "refused", result }) as const;
  return [
    ...shownTo("more than it has room for", {}, { description: much, resultIn: "C1" }),
    ...shownTo("no facts, and an id that isn't shown", { outcome: "accepted" }, { description: little }),
    ...shownTo("the platform's code", refused(refusal("2230"))),
    ...shownTo("the platform's code in words", refused(refusal("NotEnoughBalance"))),
    ...shownTo("not sent, by a code of what passes", {
      outcome: "not_sent",
      result: { ...refusal("TooManyRequests"), status: 429 },
    }),
    ...shownTo("unknown, by a code of our own", {
      result: { ...refusal("HTTP_500", "A sentence"), status: 500 },
    }),
    ...shownTo("not sent, by a rule of our own", {
      outcome: "not_sent",
      result: { ...refusal("PolicyQuietHours"), status: null },
    }),
    ...shownTo("a further try, unknown too", { reason: "<!here> *ask* 01012345678", ...earlier() }),
    ...shownTo("a further try, given up as the first was accepted", {
      ...{ outcome: "not_sent", result: { ...refusal("Superseded"), status: null } },
      ...earlier({ outcome: "accepted" }),
    }),
  ];
});
