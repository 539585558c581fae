import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderFacts } from "../../../src/features/messages/confirm.view.ts";
import { readStored } from "../../../src/features/messages/stored.ts";
import { type Catalogue, wordsOf } from "../../../src/locales/index.ts";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { parseReason, reasonSize } from "../../../src/outcomes/repeat.input.ts";
import { openRepeatForm, type RepeatDeps, submitRepeat } from "../../../src/outcomes/repeat.slack.ts";
import {
  renderAlreadyRepeated,
  renderRepeatForm,
  renderRepeatNotice,
} from "../../../src/outcomes/repeat.view.ts";
import { Fields } from "../../../src/slack/edge/fields.ts";
import type { Click, Submission } from "../../../src/slack/edge/interaction.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, settledAs } from "../../support/operation.ts";
import { en } from "../../support/words.ts";

/** Of a message, for its sender's own eyes. */
function repetition({ request }: Operation, words: Catalogue) {
  const message = readStored(request)!;
  return { request: {}, facts: renderFacts(message, words), text: message.text ?? null };
}

const parse = (value: string | null) =>
  parseReason(new Fields({ reason: { value: { type: "plain_text_input", value } } }));

describe("a reason", () => {
  it.each([
    ["nothing came", "nothing came"],
    ["  안 왔음  ", "안 왔음"],
    ["one\nAccepted: SMS", "one Accepted: SMS"],
    ["\u202eabc\u202c", "abc"],
    ["👨‍👩‍👧 no", "👨‍👩‍👧 no"],
    ["x".repeat(200), "x".repeat(200)],
    ["😀".repeat(200), "😀".repeat(200)],
  ])("%j is %j", (typed, reason) => {
    expect(parse(typed)).toBe(reason);
  });

  it.each([
    null,
    "",
    "\u3164\u3164\u3164\u3164",
    "\u2800\u2800\u2800",
    "ab",
    "      ",
    "a\u200b\u200bb",
    "\n\n\n",
    "x".repeat(201),
  ])("%j is none", (typed) => {
    expect(parse(typed)).toBeNull();
  });

  it("is one line within its size, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (typed) => {
        const reason = parse(typed);
        if (reason === null) return;
        expect([...reason].length).toBeGreaterThanOrEqual(reasonSize.shortest);
        expect([...reason].length).toBeLessThanOrEqual(reasonSize.longest);
        expect(reason).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e]/);
      }),
    );
  });
});

describe.each(["en", "ko"] as const)("the form in %s", (locale) => {
  const words = wordsOf(locale);
  const form = (operation: Operation) =>
    renderRepeatForm(
      { id: "test.repeat", act: "act-2", operation, repetition: repetition(operation, words) },
      words,
    );

  it("shows the risk, the recipient in full and the text, and carries ids only", () => {
    const view = form(anUnknown());
    const shown = JSON.stringify(view.blocks);
    for (const part of [words.repeat.risk, "010-2345-6789", "02-1234-5678", "A secret text", "SMS"]) {
      expect(shown).toContain(part);
    }
    expect(view.callback_id).toBe("test.repeat");
    expect(JSON.parse(view.private_metadata ?? "")).toEqual({ act: "act-2", repeats: "act-1" });
    expect(view.blocks.at(-1)).toMatchObject({
      block_id: "reason",
      optional: false,
      element: { action_id: "value", min_length: 3, max_length: 200 },
    });
  });

  it("names who reported that it did not arrive", () => {
    const shown = JSON.stringify(form(anUnknown(settledAs("did_not_arrive"))).blocks);
    expect(shown).toContain('"user_id":"U2"');
    expect(shown).toContain(words.outcomes.says.did_not_arrive);
  });

  it("keeps its title and buttons within Slack's 24 characters, also as a notice", () => {
    const notice = renderRepeatNotice("test.repeat", { why: ["No."], reason: "nothing came" }, words);
    expect(notice.submit).toBeUndefined();
    for (const view of [form(anUnknown()), notice]) {
      for (const part of [view.title, view.submit, view.close]) {
        expect((part?.text ?? "").length).toBeLessThanOrEqual(24);
      }
      expect(view.title.text).toBe(words.repeat.title);
    }
  });
});

const person = { id: "U1", locale: "en", standing: "member" } as const;
const interaction = { person, wasHeldUp: () => false };

/** One operation in the store, and acts that come to what a test says. */
function deps(operation: Operation | null, own: Partial<RepeatDeps> = {}): RepeatDeps {
  return {
    id: "test.repeat",
    kind: "test.act",
    operations: { perform: async () => {} },
    store: { operations: { get: async (id) => (id === operation?.id ? operation : null) } },
    wordsOf,
    newId: () => "act-2",
    barred: () => null,
    read: repetition,
    quota: () => ({ day: "2026-11-21", limit: 100 }),
    ...own,
  };
}

/** What the person is told who presses the button; a form is its title. */
async function press(own: Parameters<typeof deps>, by = "U1"): Promise<string[]> {
  const told: string[] = [];
  const click: Click = {
    ...interaction,
    person: { ...person, id: by },
    actionId: "test.repeat",
    value: "act-1",
    triggerId: "click",
    conversation: "C1",
    form: null,
    ack: async () => {},
    answer: async ({ text }) => void told.push(text),
    replace: async () => {},
    openModal: async ({ title }) => {
      told.push(title.text);
      return undefined;
    },
    updateModal: async () => {},
  };
  await openRepeatForm(click, deps(...own));
  return told;
}

describe("the button", () => {
  it("opens the form for the author of what nobody knows the end of", async () => {
    expect(await press([anUnknown()])).toEqual([en.repeat.title]);
  });

  it.each<[string, Parameters<typeof deps>, string]>([
    ["gone from the store", [null], en.outcomes.noLonger],
    ["accepted meanwhile", [anUnknown({ outcome: "accepted" })], en.repeat.not.accepted],
    ["refused meanwhile", [anUnknown({ outcome: "refused" })], en.repeat.not.ended],
    ["reported as arrived", [anUnknown(settledAs("arrived"))], en.repeat.not.arrived],
    ["nobody's to send", [anUnknown(), { barred: () => "not you" }], "not you"],
    [
      "too large to be shown whole",
      [anUnknown(), { read: () => ({ request: {}, facts: [["x".repeat(300_000)]], text: null }) }],
      en.repeat.tooLarge,
    ],
    ["against today's rules", [anUnknown(), { read: () => ({ barred: "not now" }) }], "not now"],
    ["sent again by one that is gone", [anUnknown({ repeatedBy: "act-9" })], `${en.repeat.already}.`],
  ])("says why not what is %s", async (_, own, why) => {
    expect(await press(own)).toEqual([why]);
  });

  it("is the author's", async () => {
    expect(await press([anUnknown()], "U2")).toEqual([en.repeat.onlyAuthor]);
  });
});

/** What Slack is told of a submitted form, and the act that came of it. */
async function submit(own: Parameters<typeof deps>, { typed = "nothing came", by = "U1" } = {}) {
  const told: string[] = [];
  const acts: unknown[] = [];
  const askers: unknown[] = [];
  const submission: Submission = {
    ...interaction,
    person: { ...person, id: by },
    view: { private_metadata: JSON.stringify({ act: "act-2", repeats: "act-1" }) },
    hasRoom: true,
    fields: new Fields({ reason: { value: { type: "plain_text_input", value: typed } } }),
    ack: async (response) => void told.push(JSON.stringify(response ?? "closed")),
    ackErrors: async (errors) => void told.push(JSON.stringify(errors)),
    changeModal: async () => undefined,
    answer: async () => {},
    openModal: async () => undefined,
  };
  const perform = async (
    { by, prepare }: Act,
    acknowledge: (acknowledgement: Acknowledgement) => Promise<void>,
  ) => {
    const prepared = await prepare();
    acts.push(prepared);
    askers.push(by.person);
    if (prepared === null) return acknowledge({ kind: "gone" });
    if ("barred" in prepared) return acknowledge({ kind: "barred", why: prepared.barred });
    await acknowledge({ kind: "stored" });
  };
  const [operation, changed = {}] = own;
  await submitRepeat(submission, deps(operation, { operations: { perform }, ...changed }));
  return { told, acts, askers };
}

describe("the form submitted", () => {
  it("sends what was stored, once more, with the reason, for the person in that person's language", async () => {
    const { told, acts, askers } = await submit([anUnknown()]);
    expect(told).toEqual(['"closed"']);
    const quota = { day: "2026-11-21", limit: 100 };
    expect(acts).toEqual([
      { conversation: "C1", request: {}, quota, repeats: "act-1", reason: "nothing came" },
    ]);
    expect(askers).toEqual([person]);
  });

  it.each<[string, Parameters<typeof deps>, string]>([
    ["accepted meanwhile", [anUnknown({ outcome: "accepted" })], en.repeat.not.accepted],
    ["reported as arrived meanwhile", [anUnknown(settledAs("arrived"))], en.repeat.not.arrived],
    ["against today's rules", [anUnknown(), { read: () => ({ barred: "not now" }) }], "not now"],
    ["gone", [null], en.common.gone],
  ])("says in the form's place why not what is %s, and sends nothing", async (_, own, why) => {
    const { told, acts } = await submit(own);
    expect(acts).toEqual([own[0] === null ? null : { barred: why }]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"response_action":"update"');
    expect(told[0]).toContain(JSON.stringify(why).slice(1, -1));
    // To be copied for another try.
    expect(told[0]).toContain("nothing came");
  });

  it("is the author's, whoever submits it", async () => {
    expect((await submit([anUnknown()], { by: "U2" })).acts).toEqual([null]);
  });

  it("takes no act without a reason, nor of somebody without the right", async () => {
    const none = await submit([anUnknown()], { typed: "  " });
    const { shortest, longest } = reasonSize;
    expect(none).toEqual({
      told: [JSON.stringify({ reason: en.repeat.reasonSize(shortest, longest) })],
      ...{ acts: [], askers: [] },
    });
    const barred = await submit([anUnknown(), { barred: () => "not you" }]);
    expect(barred).toEqual({ told: [JSON.stringify({ reason: "not you" })], acts: [], askers: [] });
  });

  it("reads the same act once more as it was, whatever has become of the first since", async () => {
    const since = anUnknown({ outcome: "accepted", repeatedBy: "act-2" });
    expect((await submit([since])).acts).toMatchObject([{ repeats: "act-1" }]);
    const another = anUnknown({ outcome: "accepted", repeatedBy: "act-3" });
    expect((await submit([another])).acts).toEqual([{ barred: en.repeat.not.accepted }]);
  });

  it("names who was first", async () => {
    const first = anUnknown({ id: "act-9", author: "U3" });
    const perform: RepeatDeps["operations"]["perform"] = (_, acknowledge) =>
      acknowledge({ kind: "already_repeated", operation: first });
    const { told } = await submit([anUnknown({ repeatedBy: "act-9" }), { operations: { perform } }]);
    expect(told[0]).toContain('"user_id":"U3"');
    expect(renderAlreadyRepeated(first, en)).toContainEqual({ user: "U3" });
  });
});
