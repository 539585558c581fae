import { describeMessage } from "../../src/features/messages/describe.view.ts";
import { renderQuestions } from "../../src/features/messages/receipts.slack.ts";
import { messageBatchPresenter } from "../../src/features/messages/table.view.ts";
import type { Catalogue } from "../../src/locales/index.ts";
import { toViewer } from "../../src/outcomes/index.ts";
import { renderSentInFull, renderSummary, type Sent, toSentSummary } from "../../src/outcomes/sent.view.ts";
import type { Operation } from "../../src/store/index.ts";
import { anUnknown, aReceipt, resolvedAs } from "../support/operation.ts";
import { aPresenter } from "../unit/outcomes/notifications.ts";
import { page, type Scene, scene } from "./page.ts";

type Change = Partial<Operation>;

/** What its author sees of a message: on Home, on its card and in the history. */
function sentMessage(name: string, change: Change, words: Catalogue): Scene[] {
  const told = describeMessage(anUnknown({ outcome: "accepted", ...change }), words);
  if (told === null) return [scene(name, null)];
  const shown = (sent: Sent) => ({ text: "", blocks: sent.map(({ block }) => block) });
  const home = toSentSummary(told);
  return [
    scene(`${name}, on Home`, home === null ? null : { text: home, blocks: [] }),
    scene(`${name}, on its card`, shown(renderSummary(told, "author"))),
    scene(`${name}, in the history`, shown(renderSentInFull(told, "author"))),
  ];
}

page("sent-messages", ({ words }) => {
  const numbers = { to: "01023456789", from: "0212345678" };
  const agent = { sdkVersion: "messaging-chatops/0.2.0", osPlatform: "linux" };
  const sent = (name: string, message: object, change: Change = {}) =>
    sentMessage(name, { request: { message: { ...numbers, ...message }, agent } as never, ...change }, words);
  const buttons = [{ buttonName: "Track", buttonType: "WL", linkMo: "https://a.example/1" }];
  const chat = { pfId: "KA01PF260101", templateId: "KA01TP260101" };
  const variables = { "#{name}": "Kim", "#{day}": "Monday" };
  const snapshot = {
    ...{ recipient: null, phoneOwner: null, template: "Order shipped", channel: "@shop" },
    cost: { price: 13, fallback: { kind: "SMS", price: 18 } },
  };
  const byTemplate = { text: "Hello", chatOptions: chat };
  return [
    sent("SMS", { text: "Hello,\n\nyour table\n is ready" }),
    sent("LMS", {
      ...{ type: "LMS", subject: "Your order", text: "It left", customFields: { order: "4711" } },
    }),
    sent("MMS whose image is still to come", { type: "MMS", imageId: "(attached)" }, { outcome: null }),
    sent("CTI", { type: "CTI", text: "New", chatOptions: { pfId: "PF1", imageId: "F1", adFlag: true } }),
    sent("messenger, by a template and with buttons", {
      ...{ text: "As a text message", chatOptions: { ...chat, variables, buttons, disableSms: true } },
    }),
    sent("messenger, by a template alone", { chatOptions: { ...chat, variables } }),
    sent("messenger, without a template", { chatOptions: { pfId: "PF1" } }),
    sent("messenger, with names and price", byTemplate, { snapshot }),
    sent("messenger, refused", byTemplate, { snapshot, outcome: "refused" }),
    sent("messenger, not sent", byTemplate, { snapshot, outcome: "not_sent" }),
    sent("portal", {
      portalOptions: { talkId: "K1", templateId: "T2", variables: { "#{no}": "7" } },
    }),
    sent("RCS", {
      text: "See",
      rcsOptions: { brandId: "B1", additionalBody: [{ title: "Shoes", description: "All sizes" }] },
    }),
    sent("RCS by a template", { rcsOptions: { templateId: "R1" } }),
    sent("one that fits no form", {
      text: "Hi",
      chatOptions: { pfId: "PF1" },
      rcsOptions: { brandId: "B1" },
    }),
    sent("one of another version", { text: "Hi", subject: "Title", newField: 5 }),
    sent("one that can't be read", {}, { request: null }),
  ].flat();
});

/** The operation for one phone of an act with several. */
const to = (number: string, change: Change = {}) =>
  anUnknown({
    ...{ id: `act-1.${number}`, root: `act-1.${number}` },
    request: { message: { to: `010000000${number}`, from: "0212345678", text: "Hello" } },
    ...change,
  });
const accepted: Change = {
  outcome: "accepted",
  result: { code: "2000", words: null, status: 200, reply: { messageId: "M1", type: "SMS" } },
};
const underWay: Change = { state: "started", outcome: null, result: null, closedAt: null };
const refused: Change = {
  outcome: "refused",
  result: { code: "1062", words: null, status: 200, reply: null },
};

page("several-phones", ({ locale, words }) => {
  const presenter = aPresenter({ teamLocale: locale });
  const asked = { ...accepted, receipt: aReceipt(null) };
  const paid = { snapshot: { recipient: "joon", phoneOwner: null, cost: { price: 18, fallback: null } } };
  const wrong = (number: string, message: string, change: Change = {}) =>
    to(number, {
      ...{ ...refused, id: `${message}.${number}` },
      snapshot: { recipient: `p${number}`, phoneOwner: null, message },
      ...change,
    });
  const unpaid: Change = {
    result: { code: "NotEnoughBalance", words: null, status: 400, reply: null },
  };
  const states: [string, Operation[]][] = [
    ["nothing is done yet", [to("01", { ...underWay, state: "stored" }), to("02", underWay)]],
    ["one is under way", [to("01", accepted), to("02"), to("03", underWay)]],
    ["one was refused while another is under way", [to("01", refused), to("02", underWay)]],
    [
      "all accepted, at known prices",
      [to("01", { ...accepted, ...paid }), to("02", { ...accepted, ...paid })],
    ],
    [
      "the accepted cost, the refused don't",
      [to("01", { ...accepted, ...paid }), to("02", { ...refused, ...paid })],
    ],
    ["one price is unknown", [to("01", { ...accepted, ...paid }), to("02", accepted)]],
    ["one is unknown, one was refused", [to("01"), to("02", refused)]],
    [
      "one is reported by a colleague, one phone owner is asked",
      [to("01", resolvedAs("arrived")), to("02", asked)],
    ],
    [
      "one phone owner's message is reported by a colleague",
      [to("01", { ...resolvedAs("arrived"), receipt: aReceipt(null) }), to("02", resolvedAs("arrived"))],
    ],
    [
      "as different as can be",
      [
        ...[to("01", accepted), to("02", { ...accepted, receipt: aReceipt("looks_wrong") })],
        ...[to("03", refused), to("04"), to("05", resolvedAs("arrived"))],
        ...[to("06", resolvedAs("did_not_arrive")), to("07", { outcome: "not_sent" })],
      ],
    ],
    [
      "several were refused for one reason",
      [
        ...["Login", "Receipt"].flatMap((message) => [wrong("01", message), wrong("02", message)]),
        ...[wrong("03", "Login"), wrong("03", "Receipt", unpaid), to("04", accepted)],
      ],
    ],
  ];
  // What each reader sees in the history is on the page outcomes-several.
  const seen = { ...toViewer(anUnknown(), "C1", presenter), words };
  return states.map(([name, operations]) => scene(name, messageBatchPresenter.render(operations, seen, [])));
});

page("questions", async ({ words }) => {
  const questions = async (name: string, ...operations: Operation[]): Promise<Scene> => {
    const isTheirs = (who: string, id: string) => who === "U7" && id === "act-1";
    const receipts = {
      questionnaire: async (who: string, id: string) => (isTheirs(who, id) ? operations : []),
    };
    const post = { subject: "questions:act-1", destination: "U7" };
    return scene(name, await renderQuestions(post, { receipts, kindOf: () => "SMS", words }));
  };
  const sent = (id: string, second: number, change: Change = {}) =>
    anUnknown({
      ...{ id, act: id, startedAt: new Date(60_000 + second * 1000), messageId: `M${id}` },
      ...{ receipt: aReceipt(null), outcome: "accepted", ...change },
    });
  const phone = (recipient: string, own: object = {}) => ({
    snapshot: { recipient, phoneOwner: "U7", ...own },
  });
  const run = { suite: "release", message: "Login" };
  const missing = { receipt: aReceipt("did_not_arrive") };
  return Promise.all([
    questions("nothing was sent"),
    questions(
      "two were sent, the later one is stored first",
      sent("b", 61, phone("tablet")),
      sent("a", 1, phone("mina")),
    ),
    questions("a suite's run", sent("a", 1, phone("mina", run)), sent("b", 3, phone("tablet", run))),
    questions(
      "one was refused, one arrived",
      sent("a", 1, refused),
      sent("b", 3, { receipt: aReceipt("arrived") }),
    ),
    questions(
      "one arrived, one looks wrong",
      sent("a", 1, { receipt: aReceipt("arrived") }),
      sent("b", 3, { receipt: aReceipt("looks_wrong") }),
    ),
    questions("one didn't arrive, and was refused late", sent("a", 1, { ...missing, ...refused })),
  ]);
});
