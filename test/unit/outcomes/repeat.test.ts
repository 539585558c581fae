import { describe, expect, it } from "vitest";
import { messageLines } from "../../../src/features/messages/confirm.view.ts";
import { readStored } from "../../../src/features/messages/stored.ts";
import type { Catalogue } from "../../../src/locales/index.ts";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { openRepeatForm, type RepeatDeps, submitRepeat } from "../../../src/outcomes/repeat.slack.ts";
import { reasonLength } from "../../../src/outcomes/repeat.view.ts";
import { InteractionState } from "../../../src/slack/edge/attend.ts";
import { Fields } from "../../../src/slack/edge/fields.ts";
import type { Click, Submission } from "../../../src/slack/edge/interaction.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs } from "../../support/operation.ts";
import { spoken, viewOf } from "../../support/spoken.ts";
import { around, en } from "../../support/words.ts";

const snapshot = { recipient: "Joon", phoneOwner: null };

/** A message as the form shows it to its author. */
async function repetition({ request }: Operation, words: Catalogue) {
  const message = readStored(request)!;
  return { request: {}, snapshot, facts: messageLines(message, words), text: message.text ?? null };
}

const person = { id: "U1", locale: "en", standing: "member" } as const;
const interaction = { person, delivery: new InteractionState() };

/** Dependencies with one operation in the store. */
function deps(operation: Operation | null, own: Partial<RepeatDeps> = {}): RepeatDeps {
  return {
    id: "test.repeat",
    kind: "test.act",
    operations: { perform: async () => {} },
    store: { operations: { get: async (id) => (id === operation?.id ? operation : null) } },
    newId: () => "act-2",
    denied: () => null,
    read: repetition,
    ...own,
  };
}

const waits = aTrySummary({ state: "stored", outcome: null, startedAt: null });

/** The answers to a click on the button; a form is given by its title. */
async function press(own: Parameters<typeof deps>, by = "U1"): Promise<string[]> {
  const told: string[] = [];
  const click: Click = {
    ...spoken,
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

describe("the button to send again", () => {
  it("opens the form for the author of an unknown outcome", async () => {
    expect(await press([anUnknown()])).toEqual([en.repeat.title]);
  });

  it.each<[string, Parameters<typeof deps>, string]>([
    ["gone from the store", [null], en.outcomes.noLonger],
    ["accepted meanwhile", [anUnknown({ outcome: "accepted" })], en.repeat.not.accepted],
    ["refused meanwhile", [anUnknown({ outcome: "refused" })], en.repeat.not.ended],
    ["reported as arrived", [anUnknown(resolvedAs("arrived"))], en.repeat.not.arrived],
    ["not for this person to send", [anUnknown(), { denied: () => "not you" }], "not you"],
    [
      "too large to be shown whole",
      [
        anUnknown(),
        { read: async () => ({ request: {}, snapshot, facts: [["x".repeat(300_000)]], text: null }) },
      ],
      en.repeat.tooLarge,
    ],
    ["against today's rules", [anUnknown(), { read: async () => ({ denied: "not now" }) }], "not now"],
    ["being sent again already", [anUnknown({ tries: [waits] })], en.repeat.not.open],
    [
      "accepted at its second try",
      [anUnknown({ tries: [aTrySummary({ outcome: "accepted", startedAt: null })] })],
      en.repeat.not.accepted,
    ],
  ])("refuses a message that is %s, and says why", async (_, own, why) => {
    expect(await press(own)).toEqual([why]);
  });

  it("names who sent it again if that try has been sent", async () => {
    const later = aTrySummary({ author: "U3" });
    const both = [anUnknown({ tries: [later] }), anUnknown({ ...later })];
    const get = async (id: string) => both.find((one) => one.id === id) ?? null;
    const [told = ""] = await press([both[0]!, { store: { operations: { get } } }]);
    expect(told).toContain(`${around(en.repeat.already).before}<@U3>`);
  });

  it("opens the form again after the second try was refused", async () => {
    const refused = aTrySummary({ outcome: "refused" });
    expect(await press([anUnknown({ tries: [refused] })])).toEqual([en.repeat.title]);
  });

  it("works for the author alone", async () => {
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
  const submission: Submission = {
    ...spoken,
    ...interaction,
    person: { ...person, id: by },
    ...viewOf({ act: "act-2", sends: "act-1", newest }),
    hasRoom: true,
    fields: new Fields({ reason: { value: { type: "plain_text_input", value: typed } } }),
    ack: async (response) => void told.push(JSON.stringify(response ?? "closed")),
    ackErrors: async (errors) => void told.push(JSON.stringify(errors)),
    changeModal: async () => undefined,
    changeBelow: async () => {},
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
    if ("denied" in prepared) return acknowledge({ kind: "denied", why: prepared.denied });
    await acknowledge({ kind: "stored" });
  };
  const [operation, changed = {}] = own;
  await submitRepeat(submission, deps(operation, { operations: { perform }, ...changed }));
  return { told, acts, askers };
}

const asked = { root: "act-1", newest: "act-1" };

describe("the submitted form to send again", () => {
  it("sends the stored message again for its person, with the reason", async () => {
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

  it("is accepted from the author alone", async () => {
    expect((await submit([anUnknown()], { by: "U2" })).acts).toEqual([null]);
  });

  it("is refused without a reason, and without the right to send", async () => {
    const none = await submit([anUnknown()], { typed: "  " });
    const { min: shortest, longest } = reasonLength;
    expect(none).toEqual({
      told: [JSON.stringify({ reason: en.repeat.reasonSize(shortest, longest) })],
      ...{ acts: [], askers: [] },
    });
    const denied = await submit([anUnknown(), { denied: () => "not you" }]);
    expect(denied).toEqual({ told: [JSON.stringify({ reason: "not you" })], acts: [], askers: [] });
  });

  it("leaves it to the store to refuse after a try that the form didn't show", async () => {
    const tries = [aTrySummary({ id: "act-2", outcome: "accepted" })];
    for (const since of [anUnknown({ tries }), anUnknown({ outcome: "accepted", tries })]) {
      expect((await submit([since])).acts).toMatchObject([{ again: asked }]);
    }
    const seen = await submit([anUnknown({ tries })], { newest: "act-2" });
    expect(seen.acts).toEqual([{ denied: en.repeat.not.accepted }]);
  });

  it("names the first try as the root, and the newest try that it showed", async () => {
    const again = anUnknown({ root: "act-0", tries: [aTrySummary({ id: "act-0", createdAt: new Date(0) })] });
    expect((await submit([again])).acts).toMatchObject([{ again: { root: "act-0", newest: "act-1" } }]);
    const behind = anUnknown({ tries: [aTrySummary({ id: "act-9", outcome: "refused" })] });
    expect((await submit([behind], { newest: "act-9" })).acts).toMatchObject([
      { again: { root: "act-1", newest: "act-9" } },
    ]);
  });

  it("names the person who was first", async () => {
    const first = anUnknown({ id: "act-9", author: "U3", outcome: "refused" });
    const perform: RepeatDeps["operations"]["perform"] = (_, acknowledge) =>
      acknowledge({ kind: "not_again", operation: first });
    const { told } = await submit([anUnknown(), { operations: { perform } }]);
    expect(told[0]).toContain('"user_id":"U3"');
  });
});
