import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import {
  openRepeatForm,
  parseReason,
  type RepeatDeps,
  reasonLength,
  renderRepeatForm,
  renderRepeatNotice,
  submitRepeat,
} from "../../../src/outcomes/repeat.slack.ts";
import { Fields } from "../../../src/slack/edge/fields.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs } from "../../support/operation.ts";
import { around, en } from "../../support/words.ts";
import { aClick, aSubmission, person } from "./interactions.ts";

const snapshot = { recipient: "Joon", phoneOwner: null };

const repetition = { request: {}, snapshot, facts: [], text: "A secret text" };

/** Dependencies with one operation in the store. */
function deps(operation: Operation | null, own: Partial<RepeatDeps> = {}): RepeatDeps {
  return {
    id: "test.repeat",
    kind: "test.act",
    operations: { perform: async () => {} },
    store: { operations: { get: async (id) => (id === operation?.id ? operation : null) } },
    newId: () => "act-2",
    denied: () => null,
    read: async () => repetition,
    ...own,
  };
}

const waits = aTrySummary({ state: "stored", outcome: null, startedAt: null });

/** The answers to a click on the button; a form is given by its title. */
async function press(own: Parameters<typeof deps>, by = "U1"): Promise<string[]> {
  const told: string[] = [];
  const ack = async () => void told.push("acknowledged");
  const click = aClick(told, { value: "act-1", ack, person: { ...person, id: by } });
  await openRepeatForm(click, deps(...own));
  expect(told.shift()).toBe("acknowledged");
  return told;
}

describe("the button “Send again”", () => {
  it.each<[string, Parameters<typeof deps>, string]>([
    ["unknown", [anUnknown()], en.repeat.title],
    [
      "unknown, with a second try that was refused",
      [anUnknown({ tries: [aTrySummary({ outcome: "refused" })] })],
      en.repeat.title,
    ],
    ["gone from the store", [null], en.outcomes.noLonger],
    ["accepted meanwhile", [anUnknown({ outcome: "accepted" })], en.repeat.not.accepted],
    ["refused meanwhile", [anUnknown({ outcome: "refused" })], en.repeat.not.ended],
    ["reported as arrived", [anUnknown(resolvedAs("arrived"))], en.repeat.not.arrived],
    ["one that this person may not send", [anUnknown(), { denied: () => "not you" }], "not you"],
    [
      "too large to be shown whole",
      [anUnknown(), { read: async () => ({ ...repetition, facts: [["x".repeat(300_000)]] }) }],
      en.repeat.tooLarge,
    ],
    ["against today's rules", [anUnknown(), { read: async () => ({ denied: "not now" }) }], "not now"],
    ["being sent again already", [anUnknown({ tries: [waits] })], en.repeat.not.open],
    [
      "accepted at its second try",
      [anUnknown({ tries: [aTrySummary({ outcome: "accepted", startedAt: null })] })],
      en.repeat.not.accepted,
    ],
  ])("opens the form or says why not, for a message that is %s", async (_, own, says) => {
    expect(await press(own)).toEqual([says]);
  });

  it("names the person whose second try was already sent", async () => {
    const later = aTrySummary({ author: "U3" });
    const both = [anUnknown({ tries: [later] }), anUnknown({ ...later })];
    const get = async (id: string) => both.find((one) => one.id === id) ?? null;
    const [told = ""] = await press([both[0]!, { store: { operations: { get } } }]);
    expect(told).toContain(`${around(en.repeat.already).before}<@U3>`);
  });

  it("works only for the message's author", async () => {
    expect(await press([anUnknown()], "U2")).toEqual([en.outcomes.onlyAuthor]);
  });
});

/** The answers to a submitted form, and the acts that it led to. */
async function submit(
  own: Parameters<typeof deps>,
  { typed = "nothing came", by = "U1", newest = "act-1" } = {},
) {
  const told: string[] = [];
  const acts: unknown[] = [];
  const askers: unknown[] = [];
  const submission = aSubmission(
    told,
    { act: "act-2", sends: "act-1", newest },
    {
      person: { ...person, id: by },
      fields: new Fields({ reason: { value: { type: "plain_text_input", value: typed } } }),
    },
  );
  const perform = async (
    { by, prepare }: Act,
    acknowledge: (acknowledgement: Acknowledgement) => Promise<void>,
  ) => {
    const prepared = await prepare();
    acts.push(prepared);
    askers.push(by.person);
    if (prepared === null) return acknowledge({ kind: "gone" });
    if ("denied" in prepared) return acknowledge({ kind: "denied", why: prepared.denied });
    await acknowledge({ kind: "stored" });
  };
  const [operation, changed = {}] = own;
  await submitRepeat(submission, deps(operation, { operations: { perform }, ...changed }));
  return { told, acts, askers };
}

const asked = { root: "act-1", newest: "act-1" };

describe("the submitted form “Send again”", () => {
  it("sends the stored message again in its person's name, with the reason", async () => {
    const { told, acts, askers } = await submit([anUnknown()]);
    expect(told).toEqual(['"closed"']);
    expect(acts).toEqual([
      { conversation: "C1", request: {}, snapshot, again: { ...asked, reason: "nothing came" } },
    ]);
    expect(askers).toEqual([person]);
  });

  it.each<[string, Parameters<typeof deps>, string]>([
    ["accepted meanwhile", [anUnknown({ outcome: "accepted" })], en.repeat.not.accepted],
    ["reported as arrived meanwhile", [anUnknown(resolvedAs("arrived"))], en.repeat.not.arrived],
    ["against today's rules", [anUnknown(), { read: async () => ({ denied: "not now" }) }], "not now"],
    ["gone", [null], en.common.gone],
  ])("refuses a message that is %s, and shows why in the form", async (_, own, why) => {
    const { told, acts } = await submit(own);
    expect(acts).toEqual([own[0] === null ? null : { denied: why }]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"response_action":"update"');
    expect(told[0]).toContain(JSON.stringify(why).slice(1, -1));
    // The typed reason, to be copied.
    expect(told[0]).toContain("nothing came");
  });

  it("is accepted only from the message's author", async () => {
    expect((await submit([anUnknown()], { by: "U2" })).acts).toEqual([null]);
  });

  it("is refused without a reason, and from a person without the right to send", async () => {
    const none = await submit([anUnknown()], { typed: "  " });
    const { min: shortest, longest } = reasonLength;
    expect(none).toEqual({
      told: [JSON.stringify({ reason: en.repeat.reasonSize(shortest, longest) })],
      ...{ acts: [], askers: [] },
    });
    const denied = await submit([anUnknown(), { denied: () => "not you" }]);
    expect(denied).toEqual({ told: [JSON.stringify({ reason: "not you" })], acts: [], askers: [] });
  });

  it("lets the store refuse it if a newer try exists that the form didn't show", async () => {
    const tries = [aTrySummary({ id: "act-2", outcome: "accepted" })];
    for (const since of [anUnknown({ tries }), anUnknown({ outcome: "accepted", tries })]) {
      expect((await submit([since])).acts).toMatchObject([{ again: asked }]);
    }
    const seen = await submit([anUnknown({ tries })], { newest: "act-2" });
    expect(seen.acts).toEqual([{ denied: en.repeat.not.accepted }]);
  });

  it("names the first try, and the newest try that the form showed", async () => {
    const again = anUnknown({ root: "act-0", tries: [aTrySummary({ id: "act-0", createdAt: new Date(0) })] });
    expect((await submit([again])).acts).toMatchObject([{ again: { root: "act-0", newest: "act-1" } }]);
    const behind = anUnknown({ tries: [aTrySummary({ id: "act-9", outcome: "refused" })] });
    expect((await submit([behind], { newest: "act-9" })).acts).toMatchObject([
      { again: { root: "act-1", newest: "act-9" } },
    ]);
  });

  it("names the person who sent the message again first", async () => {
    const first = anUnknown({ id: "act-9", author: "U3", outcome: "refused" });
    const perform: RepeatDeps["operations"]["perform"] = (_, acknowledge) =>
      acknowledge({ kind: "not_again", operation: first });
    const { told } = await submit([anUnknown(), { operations: { perform } }]);
    expect(told[0]).toContain('"user_id":"U3"');
  });
});

const parse = (value: string | null) =>
  parseReason(new Fields({ reason: { value: { type: "plain_text_input", value } } }));

describe("a typed reason for sending again", () => {
  it.each([
    ["nothing came", "nothing came"],
    ["  안 왔음  ", "안 왔음"],
    ["one\nAccepted: SMS", "one Accepted: SMS"],
    ["\u202eabc\u202c", "abc"],
    ["👨‍👩‍👧 no", "👨‍👩‍👧 no"],
    ["x".repeat(200), "x".repeat(200)],
    ["😀".repeat(200), "😀".repeat(200)],
  ])("%j is read as %j", (typed, reason) => {
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
  ])("is refused if it is %j", (typed) => {
    expect(parse(typed)).toBeNull();
  });

  it("is one line of allowed length or refused, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (typed) => {
        const reason = parse(typed);
        if (reason === null) return;
        expect([...reason].length).toBeGreaterThanOrEqual(reasonLength.min);
        expect([...reason].length).toBeLessThanOrEqual(reasonLength.longest);
        expect(reason).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e]/);
      }),
    );
  });
});

describe("the form “Send again”", () => {
  const form = (operation: Operation, words = en) =>
    renderRepeatForm({ id: "test.repeat", act: "act-2", operation, repetition }, words);

  it("stores only IDs: its act's, the message's and the newest try's that it shows", () => {
    const carried = (operation: Operation) => JSON.parse(form(operation).private_metadata ?? "");
    expect(carried(anUnknown())).toEqual({ act: "act-2", sends: "act-1", newest: "act-1" });
    const again = anUnknown({ tries: [aTrySummary({ id: "act-9", outcome: "refused" })] });
    expect(carried(again)).toEqual({ act: "act-2", sends: "act-1", newest: "act-9" });
  });

  it.each(["en", "ko"] as const)(
    "keeps its title and buttons within Slack's 24 characters in %s",
    (locale) => {
      const words = wordsOf(locale);
      const notice = renderRepeatNotice("test.repeat", "nothing came", words);
      for (const { title, submit, close } of [form(anUnknown(), words), notice])
        for (const part of [title, submit, close]) expect((part?.text ?? "").length).toBeLessThanOrEqual(24);
    },
  );
});
