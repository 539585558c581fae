import { type Locale, wordsOf } from "../../../src/locales/index.ts";
import type { Description } from "../../../src/operations/kind.ts";
import type { stateOf } from "../../../src/outcomes/again.ts";
import { type Card, renderCard } from "../../../src/outcomes/card.view.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, resolvedAs, sentAgain } from "../../support/operation.ts";

const ways = {
  resolve: "test.settle",
  repeat: "test.repeat",
  edit: "test.edit",
  another: "test.anew",
  unresolved: "messages.unsettled",
};
export const aDescription = (own: Partial<Description> = {}): Description => ({
  kind: "SMS",
  subject: { inFull: "Joon (01023456789)", masked: "Joon (010-****-6789)" },
  facts: [{ name: "From", value: "0212345678" }],
  contents: ["A secret text"],
  ids: [{ name: "message", id: "M4V1" }],
  ways,
  ...own,
});

export function card(operation: Operation, own: Partial<Card> = {}, locale: Locale = "en") {
  const description = own.description ?? aDescription();
  const all = {
    operation,
    description,
    subject: description.subject.masked,
    reader: "anybody",
    resultIn: null,
    words: wordsOf(locale),
    waits: null,
    ...own,
  } as const;
  return renderCard(all);
}

export const states: [ReturnType<typeof stateOf>, Operation][] = [
  ["accepted", anUnknown({ outcome: "accepted" })],
  ["refused", anUnknown({ outcome: "refused" })],
  ["not_sent", anUnknown({ outcome: "not_sent" })],
  ["unknown", anUnknown()],
  ["arrived", anUnknown(resolvedAs("arrived"))],
  ["did_not_arrive", anUnknown(resolvedAs("did_not_arrive"))],
  ["sent_again", anUnknown(sentAgain)],
  ["sent_again", anUnknown({ outcome: "refused", ...sentAgain })],
];
