import {
  type ConfirmationContext,
  ConfirmationMetadata,
  renderConfirmation,
  renderUnsentConfirmation,
} from "../../src/features/messages/confirm.view.ts";
import { toFieldErrors } from "../../src/features/messages/issues.view.ts";
import { messageKinds, toKind } from "../../src/features/messages/kinds/index.ts";
import {
  renderLibrary,
  renderSaveForm,
  renderSuiteForm,
} from "../../src/features/messages/runs/library.view.ts";
import { planRerun, planSuiteRun } from "../../src/features/messages/runs/plan.ts";
import { renderRunConfirmation, renderUnsentRun } from "../../src/features/messages/runs/run.view.ts";
import { parseFieldForm, type SendInput, type SendRules } from "../../src/features/messages/send.input.ts";
import { renderSendForm } from "../../src/features/messages/send.view.ts";
import { createSendForm, type SendForm, toBody } from "../../src/features/messages/send-form.ts";
import { withVariableFields } from "../../src/features/messages/template-text.ts";
import type { LibraryEntry, LibraryKind, Operation } from "../../src/store/index.ts";
import { anUnknown, aReceipt } from "../support/operation.ts";
import { aSeenTemplate } from "../support/proposal.ts";
import { page, scene } from "./page.ts";

const joon = { to: "01000000001", country: "82", name: "joon", phoneOwner: "U1" };
const mina = { to: "01000000002", country: "82", name: "mina", phoneOwner: "U7" };
const rules: SendRules = {
  ...{ senderNumbers: ["0212345678", "15881234"], testRecipients: [joon, mina], me: "U1" },
  ...{ groups: [{ name: "qa", members: ["joon", "mina"] }], recipientPolicy: "confirm", quietAdverts: "on" },
};
/** Noon in Korea, and ten in the evening, when no advertisement goes out. */
const at = new Date(Date.UTC(2026, 10, 21, 3));
const night = new Date(Date.UTC(2026, 10, 21, 13));

const rowsOf = (id: string) =>
  (messageKinds.find((kind) => kind.id === id)?.lists ?? []).flatMap(({ id: list, fields }) =>
    fields.map(({ name }) => [`${list}.1.${name}`, name === "buttonType" ? "WL" : ""] as const),
  );

page("send-form", ({ words }) => {
  const form = (change: Partial<SendForm>, notice?: string, own: SendRules = rules) =>
    renderSendForm(createSendForm({ act: "act" }, change), { rules: own, words, mayAttach: true }, notice);
  const nobody: SendRules = { ...rules, senderNumbers: [], testRecipients: [], groups: [] };
  const bare: SendRules = { ...nobody, recipientPolicy: "test-only" };
  const template = "Hello #{name}, order #{number}";
  const chosen = { kind: toKind("chat"), values: { "chat.templateId": "KA01TP001" } };
  const unlisted = { "chat.pfId": "toString", "chat.buttons.1.buttonType": "constructor" };
  return [
    ...messageKinds.map((kind) => scene(kind.id, form({ kind, conversation: "C1" }))),
    ...messageKinds.map((kind) =>
      scene(
        `${kind.id}, with all its fields`,
        form({ kind, hasMore: true, values: Object.fromEntries(rowsOf(kind.id)) }),
      ),
    ),
    ["nothing is configured", form({}, undefined, bare)],
    ["a notice, and a text", form({ values: { to: "joon", text: "Hello" } }, words.common.busy)],
    ["as JSON", form({ isJson: true, values: { json: '{"message":{}}' } })],
    [
      "a template with variables",
      form({
        ...{ kind: toKind("chat"), template },
        values: withVariableFields({ "chat.pfId": "PF1", "chat.templateId": "KA01TP001" }, [
          "name",
          "number",
        ]),
      }),
    ],
    ["a template, with all its fields", form({ ...chosen, hasMore: true })],
    [
      "CTI by a template",
      form({ kind: toKind("CTI"), values: { ...chosen.values, "chat.variables.name": "Mina" } }),
    ],
    [
      "a template, with a text and values that aren't among the options",
      form({ ...chosen, values: { ...chosen.values, ...unlisted, text: "Hi" } }),
    ],
    [
      "another one's phone is listed before one's own",
      form({}, undefined, { ...rules, testRecipients: [mina, joon] }),
    ],
    ["an image was lost", form({ kind: toKind("MMS") }, words.send.imageAgain)],
  ];
});

page("send-form-errors", ({ words }) => {
  const filled = { to: "01023456789", from: "0212345678", text: "Hello" };
  const typed: [string, string, Record<string, string>][] = [
    ["nothing", "auto", {}],
    ["a number that is none", "SMS", { ...filled, to: "0102345678901234" }],
    ["an unknown name", "SMS", { ...filled, to: "jon" }],
    ["a name and another number", "SMS", { ...filled, to: "joon (01099999999)" }],
    ["a number among names", "SMS", { ...filled, to: "joon,01023456789" }],
    ["another sender", "SMS", { ...filled, from: "0299999999" }],
    [
      "too long",
      "CTI",
      { ...filled, "chat.imageId": "ST01", text: "가".repeat(3001), subject: "가".repeat(41) },
    ],
    ["an MMS without an image", "MMS", filled],
    ["a chat without its sender", "chat", { ...filled, "chat.variables": "a\nb=1\nb=2" }],
    ["custom fields", "SMS", { ...filled, customFields: "x" }],
  ];
  const names = ["kind", "to", "from", "text", "subject", "imageId", "chat.variables", "customFields"];
  return typed.map(([name, kind, values]) => {
    const parsed = parseFieldForm({ kind: toKind(kind), values, conversation: null }, rules);
    const errors = parsed.ok ? {} : toFieldErrors(parsed.issues, { rules, words, names });
    return scene(name, { errors });
  });
});

const others = { mms: 110, ata: 8, cta: 15, cti: 12 };
const price = { countryId: "82", countryName: "South Korea", sms: 18, lms: 45, ...others };

page("send-confirmation", ({ words }) => {
  const known: ConfirmationContext = {
    ...{ prices: [price], usedToday: 3, limit: 100, at, template: undefined },
    images: new Map(),
  };
  const input = (body: SendInput["body"], own: Partial<SendInput> = {}): SendInput => ({
    ...{ body, conversation: "C1", testRecipient: null, others: [], image: null, ...own },
  });
  const look = (sent: SendInput, own: Partial<ConfirmationContext> = {}, isAlone = true) =>
    renderConfirmation({ act: "a", draft: "d", isAlone, input: sent, known: { ...known, ...own } }, words);
  const message = { to: "01023456789", from: "0212345678", text: "Hello" };
  const toJoon = { message: { ...message, to: joon.to } };
  const chat = { pfId: "PF1", templateId: "KA01TP001", variables: { "#{name}": "Mina", "#{number}": "17" } };
  const filled = (kind: string, values: Record<string, string>) => {
    const { body } = toBody(toKind(kind), { to: message.to, from: message.from, text: "Hello", ...values });
    return input(body as SendInput["body"]);
  };
  const templated = input({ message: { ...message, chatOptions: chat } });
  const { text: _text, ...textless } = message;
  /** By a template alone, whose content was seen so. */
  const byTemplate = (
    content: Parameters<typeof aSeenTemplate>[0],
    variables: Record<string, string> = chat.variables,
  ) =>
    look(input({ message: { ...textless, chatOptions: { ...chat, variables } } }), {
      template: aSeenTemplate({ buttons: [], ...content }, []),
    });
  const noLinks = { linkMo: null, linkPc: null, linkAnd: null, linkIos: null };
  const buttons = [
    { ...noLinks, buttonType: "WL", buttonName: "Order #{number}", linkMo: "https://a.example/#{number}" },
    { ...noLinks, buttonType: "BC", buttonName: "Ask" },
  ];
  const abroad = { to: "2025550123", country: "1", name: "New York" };
  const toAll = { testRecipient: joon, others: [mina] };
  const chatToAll = { message: { ...toJoon.message, chatOptions: { pfId: "PF1" } } };
  const advert = input({ message: { ...message, text: "(광고) Hello" } });
  return [
    ["a text message over a form", look(input({ message }), {}, false)],
    ["a text message of a command", look(input({ message }))],
    ["to a test recipient", look(input(toJoon, { testRecipient: joon }))],
    ["to several", look(input(toJoon, toAll))],
    ["to several, one of them abroad", look(input(toJoon, { testRecipient: joon, others: [abroad] }))],
    ["to several by a messenger", look(input(chatToAll, toAll))],
    ["nothing is known of prices and of today", look(input({ message }), { prices: null, usedToday: null })],
    ["at the limit", look(input({ message }), { usedToday: 100 })],
    ["a long message with a title", look(filled("LMS", { subject: "A title", text: "Hello\n".repeat(80) }))],
    ["an image", look(filled("MMS", { imageId: "ST01" }), { images: new Map([["ST01", "menu.png"]]) })],
    ["CTI", look(filled("CTI", {}))],
    ["portal", look(filled("portal", { "portal.talkId": "T1" }))],
    ["RCS", look(filled("rcs", { "rcs.brandId": "B1" }))],
    ["by a template", look(templated, { template: aSeenTemplate() })],
    ["by a template that nobody saw", look(templated, { template: null })],
    ["by a template that the store didn't say in time", look(templated)],
    [
      "by a template whose content nobody saw",
      look(templated, { template: { ...aSeenTemplate(), content: null } }),
    ],
    ["by a template of which the name was seen", byTemplate({ name: "Order\nplaced", content: null })],
    ["by a template of which nothing was seen", byTemplate({ name: null, content: null })],
    ["by a template with a blank text", byTemplate({ content: " \n" })],
    ["by a template whose buttons nobody saw", byTemplate({ buttons: null })],
    ["by a template with two buttons", byTemplate({ buttons })],
    ["a variable has no value", byTemplate({}, { "#{name}": "Mina" })],
    ["a variable is empty", byTemplate({}, { "#{name}": "Mina", "#{number}": "" })],
    [
      "a variable has a placeholder as its value",
      byTemplate({}, { "#{name}": "#{number}", "#{number}": "17" }),
    ],
    ["a variable is not the template's", byTemplate({}, { ...chat.variables, "#{other}": "x" })],
    ["a variable's name in JSON lacks its sign", byTemplate({}, { name: "Mina", "#{number}": "17" })],
    [
      "likely mistakes",
      look(input({ message: { ...message, text: "Hello #{name} 🍲\u200b", subject: "T", type: "SMS" } })),
    ],
    ["an advertisement at night", look(advert, { at: night })],
    [
      "it came to nothing",
      renderUnsentConfirmation(ConfirmationMetadata.parse({ act: "a", isAlone: true }), words),
    ],
  ];
});

const entry = (kind: LibraryKind, index: number, change: Partial<LibraryEntry> = {}): LibraryEntry => {
  const bodies = {
    message: { message: { from: "0212345678", text: `Hello ${index}` } },
    suite: { messages: ["message-1", "message-2"], recipients: ["qa"] },
  };
  const names = { message: "Login", suite: "release" };
  return {
    ...{ id: `${kind}-${index}`, kind, name: `${names[kind]} ${index}`, author: "U1", body: bodies[kind] },
    ...{ revision: 1, changedAt: at, changedBy: "U1", ...change },
  };
};

page("runs-library", ({ words }) => {
  const own = (kind: LibraryKind) => [entry(kind, 1), entry(kind, 2, { author: "U2", changedBy: "U2" })];
  const all = { message: own("message"), suite: own("suite") };
  const none = { message: [], suite: [] };
  const others = { me: "U2", isTheirs: () => false, hasRecipients: true };
  const many = Array.from({ length: 31 }, (_, index) => entry("message", index));
  const show = (entries: typeof all, isOperator = false, hasRecipients = true) =>
    renderLibrary(
      { entries, me: "U1", isTheirs: ({ author }) => isOperator || author === "U1", hasRecipients },
      words,
    );
  const [saved, sources] = [all.message, rules];
  const suite = (form: Parameters<typeof renderSuiteForm>[0]) =>
    renderSuiteForm(form, { saved, sources }, words);
  const edited = { entry: "e", revision: 1, name: "edited" };
  const before = { id: "message-1", name: "Login 1", revision: 1 };
  return [
    ["nothing is saved", show(none)],
    ["nothing is saved, and there is nobody to send to", show(none, false, false)],
    ["a message is saved", show({ ...none, message: [entry("message", 1)] })],
    ["a suite is saved", show({ message: [entry("message", 1)], suite: [entry("suite", 1)] })],
    ["all is there", show(all), "author"],
    ["all is there", show(all, true), "operator"],
    ["many of another one's", renderLibrary({ ...others, entries: { ...none, message: many } }, words)],
    ["a new suite", suite({ entry: "e", revision: null, name: "", messages: [], recipients: [] })],
    ["a suite is changed", suite({ ...edited, messages: ["message-1"], recipients: ["qa"] })],
    ["a message is saved under a name", renderSaveForm({ draft: "d", entry: "e" }, "Hello", words)],
    ["a saved message is changed", renderSaveForm({ draft: "d", entry: "e", saved: before }, "Hello", words)],
  ];
});

const phone = (index: number, change: Partial<Operation> = {}) =>
  anUnknown({
    ...{ id: `act-1.0${index}`, root: `act-1.0${index}` },
    request: { message: { to: index % 2 === 1 ? joon.to : mina.to, from: "0212345678", text: "Hello" } },
    snapshot: {
      recipient: index % 2 === 1 ? "joon" : "mina",
      phoneOwner: "U7",
      message: "Login",
      suite: "release",
    },
    ...change,
  });

page("runs-confirmation", ({ words }) => {
  const options = { words, rules };
  const known = { prices: [price], usedToday: 1, limit: 100, warnings: [], named: [] };
  const suite = { ...entry("suite", 1), messages: ["message-1", "message-2"], recipients: ["qa"] };
  const run = (
    saved: LibraryEntry[],
    ranAt: Date | null,
    own: Partial<typeof known> = {},
    names?: string[],
  ) => {
    const plan = planSuiteRun({ suite, saved, names, ranAt }, rules, at);
    if ("problem" in plan) throw new Error(plan.problem);
    const metadata = { act: "a", what: { suite: "s" }, conversation: "C1" };
    return renderRunConfirmation({ ...known, ...own, plan, metadata }, options);
  };
  const saved = [entry("message", 1), entry("message", 2)];
  const again = (...of: Operation[]) => {
    const plan = planRerun({ run: of, isAll: true, kindOf: () => "SMS" }, rules, at);
    if (plan === null) throw new Error("nothing can be sent again");
    const metadata = { act: "a", what: { again: "act-1" }, conversation: "C1" };
    return renderRunConfirmation({ ...known, plan, metadata }, options);
  };
  const refused: Partial<Operation> = { outcome: "refused" };
  const other = phone(3, {
    ...refused,
    snapshot: { recipient: "joon", phoneOwner: "U1", message: "Receipt" },
  });
  const wrong: Partial<Operation> = { outcome: "accepted", receipt: aReceipt("looks_wrong") };
  const warning = {
    name: "Login 1",
    warning: { says: ({ warnings }: typeof words) => warnings.unfilled("#{a}") },
  };
  return [
    ["a suite", run(saved, null)],
    ["a suite for one phone", run(saved, null, {}, ["joon"])],
    [
      "a suite that a colleague changed",
      run([saved[0]!, entry("message", 2, { changedBy: "U2" })], new Date(0)),
    ],
    ["a suite without one of its messages", run([saved[0]!], null)],
    [
      "a suite with a likely mistake, at the limit",
      run(saved, null, { warnings: [warning] as never, usedToday: 99 }),
    ],
    ["it came to nothing", renderUnsentRun(words)],
    ["all of it again", again(phone(1, { outcome: "accepted" }), phone(2, { outcome: "accepted" }))],
    ["one that was refused again", again(phone(1, refused), phone(2, { outcome: "accepted" }))],
    ["one that is unknown again", again(phone(1))],
    ["what went wrong again", again(phone(1, refused), phone(2), phone(3, wrong))],
    ["what went wrong of two messages again", again(phone(1, refused), phone(2), other)],
    ["refused and unknown again", again(phone(1, refused), phone(2))],
  ];
});
