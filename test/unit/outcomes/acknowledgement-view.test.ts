import type { KnownBlock } from "@slack/types";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import type { Acknowledgement } from "../../../src/operations/index.ts";
import {
  type NoticeOptions,
  renderNotice,
  toNotice,
  withNotice,
} from "../../../src/outcomes/acknowledgement.view.ts";
import { renderModal } from "../../../src/slack/blocks/modal.ts";
import { lineText } from "../../../src/slack/blocks/rich-text.ts";
import type { Kin, Operation } from "../../../src/store/index.ts";
import { aKin, anUnknown, sentAgain, settledAs } from "../../support/operation.ts";

const open = { state: "started", outcome: null } as const;

describe.each(["en", "ko"] as const)("what came of an act, in %s", (locale) => {
  const words = wordsOf(locale);
  const { common, issues, outcomes, recipients, repeat } = words;
  const kind = outcomes.message;
  const form = { renew: "test.renew", repeat: "test.repeat" };

  /** What is said, and each button with its value. */
  function told(acknowledgement: Acknowledgement, options: Partial<NoticeOptions> = {}) {
    const notice = toNotice(acknowledgement, { kind, ...options }, words);
    if (notice === null) return null;
    const steps = notice.steps.map(({ action_id, text, value }) => [action_id, text.text, value]);
    return { says: lineText(notice.says), steps };
  }

  it.each([{ kind: "stored" }, { kind: "alone" }] as const)(
    "is nothing to be told where it is $kind",
    (acknowledgement) => {
      expect(told(acknowledgement, { form })).toBeNull();
    },
  );

  it.each<[Acknowledgement, string]>([
    [{ kind: "busy" }, common.busy],
    [{ kind: "too_slow" }, common.tooSlow],
    [{ kind: "gone" }, common.gone],
    [{ kind: "overtaken" }, common.gone],
    [{ kind: "barred", why: "It is night." }, "It is night."],
    [{ kind: "over_limit", of: "messages.send", used: 7, limit: 7, asked: 1 }, issues.overLimit(7)],
    [{ kind: "over_limit", of: "messages.send", used: 5, limit: 7, asked: 3 }, recipients.overLimit(2, 3)],
    [{ kind: "not_again", operation: null }, common.gone],
  ])("is said in words, with nothing to press: %j", (acknowledgement, says) => {
    expect(told(acknowledgement)).toEqual({ says, steps: [] });
    expect(told(acknowledgement, { form })).toEqual({ says, steps: [] });
  });

  it.each([
    ["storing", common.storing],
    ["not_stored", common.notStored],
  ] as const)("says of what may stand in the history where to look, with the way there: %s", (what, says) => {
    for (const options of [{}, { form }]) {
      const steps = [["history.open", outcomes.more, undefined]];
      expect(told({ kind: what }, options)).toEqual({ says, steps });
    }
  });

  it.each<[string, Partial<Operation>, keyof typeof outcomes.title]>([
    ["accepted", { outcome: "accepted" }, "accepted"],
    ["refused", { outcome: "refused" }, "refused"],
    ["not sent", { outcome: "not_sent" }, "not_sent"],
    ["unknown", {}, "unknown"],
    ["under way", open, "under_way"],
    ["reported as arrived", settledAs("arrived"), "arrived"],
    ["reported as not arrived", settledAs("did_not_arrive"), "did_not_arrive"],
    ["sent again", sentAgain, "sent_again"],
    ["edited and sent", { outcome: "refused", ...sentAgain }, "edited"],
  ])("says of what was submitted before that it is %s", (_, change, state) => {
    const acknowledgement = { kind: "duplicate", operation: anUnknown(change) } as const;
    const before = common.submitted(outcomes.title[state](kind));
    const details = [["history.open", words.history.details, "act-1"]];
    expect(told(acknowledgement)).toEqual({ says: before, steps: details });
    expect(told(acknowledgement, { form })?.says).toBe(`${before} ${common.changesNotSent}`);
  });

  it("says of several at once how many came to what, also where they try others once more", () => {
    const siblings = [
      aKin({ act: "act-1", root: "act-2" }),
      aKin({ act: "act-1", root: "act-3", outcome: "refused" }),
    ];
    const operation = anUnknown({ siblings });
    const ends = `${outcomes.title.unknown(kind)} (2), ${outcomes.title.refused(kind)} (1)`;
    const before = common.submitted(ends);
    expect(told({ kind: "duplicate", operation })?.says).toBe(before);
    expect(told({ kind: "duplicate", operation }, { form })?.says).toBe(`${before} ${common.changesNotSent}`);
    expect(told({ kind: "not_again", operation: { ...operation, root: "act-0" } })?.says).toContain(ends);
  });

  describe("leads on from a form that was submitted before", () => {
    const renew = (value = "act-1") => [["test.renew", common.renew, value]];
    const sendAgain = (value = "act-1") => [["test.repeat", repeat.button, value]];
    const stepsOf = (change: Partial<Operation>, options = form) =>
      told({ kind: "duplicate", operation: anUnknown(change) }, { form: options })?.steps;

    it.each<[string, Partial<Operation>]>([
      ["accepted", { outcome: "accepted" }],
      ["refused", { outcome: "refused" }],
      ["not sent", { outcome: "not_sent" }],
      ["under way", open],
      ["reported as arrived", settledAs("arrived")],
      ["reported as not arrived", settledAs("did_not_arrive")],
    ])("to a new one where it is %s", (_, change) => {
      expect(stepsOf(change)).toEqual(renew());
    });

    it("to sending it again where nobody knows what became of it, or of another try of the same", () => {
      expect(stepsOf({})).toEqual(sendAgain());
      const first = aKin({ id: "act-0", createdAt: new Date(0) });
      expect(stepsOf({ outcome: "refused", root: "act-0", tries: [first] })).toEqual(sendAgain("act-0"));
      expect(stepsOf({ outcome: "refused", tries: [{ ...first, settledAs: "did_not_arrive" }] })).toEqual(
        renew(),
      );
    });

    it("to a new one where that kind is never sent again", () => {
      const noRepeat: { renew: string; repeat: string | null } = { ...form, repeat: null };
      const notice = { form: noRepeat };
      expect(told({ kind: "duplicate", operation: anUnknown() }, notice)?.steps).toEqual(renew());
    });

    it("from several to the act's story, unless all were accepted: each is tried again from its own row", () => {
      const beside = (outcome: Kin["outcome"]) => [
        aKin({ id: "act-1:1", act: "act-1", root: "act-1:1", outcome }),
      ];
      const history = [["history.open", outcomes.more, "act-1"]];
      for (const outcome of ["unknown", "refused", "not_sent", null] as const)
        expect(stepsOf({ outcome: "accepted", siblings: beside(outcome) })).toEqual(history);
      expect(stepsOf({ siblings: beside("accepted") })).toEqual(history);
      expect(stepsOf({ outcome: "accepted", siblings: beside("accepted") })).toEqual(renew());
    });

    /** An image in front of its message. */
    const withImage = (upload: Operation["outcome"], message: Partial<Kin> = {}): Partial<Operation> => ({
      outcome: upload,
      siblings: [aKin({ id: "act-1:send", act: "act-1", root: "act-1:send", step: 1, ...message })],
    });

    it.each<[string, Partial<Operation>, keyof typeof outcomes.title, "renew" | "again"]>([
      ["the message is accepted", withImage("accepted", { outcome: "accepted" }), "accepted", "renew"],
      ["the message is refused", withImage("accepted", { outcome: "refused" }), "refused", "renew"],
      ["the message waits", withImage("accepted", { outcome: null }), "under_way", "renew"],
      ["nobody knows of the message", withImage("accepted"), "unknown", "again"],
      ["it arrived", withImage("accepted", { settledAs: "arrived" }), "arrived", "renew"],
      ["the upload is refused", withImage("refused", { outcome: "not_sent" }), "not_sent", "renew"],
      ["the upload is under way", withImage(null, { outcome: null }), "under_way", "renew"],
      ["nobody knows of the upload", withImage("unknown", { outcome: "not_sent" }), "not_sent", "renew"],
    ])("by the message where an image goes before it: %s", (_, change, state, step) => {
      const notice = told({ kind: "duplicate", operation: anUnknown(change) }, { form });
      expect(notice?.says).toContain(common.submitted(outcomes.title[state](kind)));
      expect(notice?.steps).toEqual(step === "renew" ? renew("act-1:send") : sendAgain("act-1:send"));
    });
  });

  describe("names what happened since the form showed the newest try", () => {
    const because = (change: Partial<Operation>, options: Partial<NoticeOptions> = { form }) =>
      told({ kind: "not_again", operation: anUnknown({ author: "U3", ...change }) }, options);
    const renew = (value: string) => [["test.renew", common.renew, value]];

    it.each<[string, Partial<Operation>, string]>([
      ["accepted", { outcome: "accepted" }, repeat.not.accepted],
      ["reported as arrived", settledAs("arrived"), repeat.not.arrived],
      ["under way", open, repeat.not.open],
    ])("that the first try is %s, with the way to another form", (_, change, says) => {
      expect(because(change)).toEqual({ says, steps: renew("act-1") });
    });

    it.each<[string, Partial<Operation>, keyof typeof outcomes.title]>([
      ["accepted", { outcome: "accepted" }, "accepted"],
      ["refused", { outcome: "refused" }, "refused"],
      ["not sent", { outcome: "not_sent" }, "not_sent"],
      ["reported as arrived", settledAs("arrived"), "arrived"],
      ["reported as not arrived", settledAs("did_not_arrive"), "did_not_arrive"],
      ["under way", open, "under_way"],
    ])("who tried it again and that this is %s, with the way on", (_, change, state) => {
      const later = { id: "act-2", ...change };
      const { says = "", steps } = because(later) ?? {};
      const { before, after } = repeat.already;
      expect(says).toContain(`${before}<@U3>`);
      const became = `${after}${outcomes.title[state](kind)}.`;
      expect(says.endsWith(`${became} ${common.secondNotSent}`)).toBe(true);
      expect(steps).toEqual(renew("act-2"));
      const alone = because(later, {});
      expect(alone?.says.endsWith(became)).toBe(true);
      expect(alone?.steps).toEqual([["history.open", words.history.details, "act-2"]]);
    });

    it.each([["act-1"], ["act-2"]])(
      "that %s is unknown to everybody, with the way to send it again",
      (id) => {
        const { says = "", steps } = because({ id }) ?? {};
        expect(says).toContain(repeat.unsettled);
        expect(says.includes(outcomes.title.unknown(kind))).toBe(id !== "act-1");
        expect(steps).toEqual([["test.repeat", repeat.button, id]]);
      },
    );
  });

  it("stands above the form, whose own blocks stay, or as an answer of its own", () => {
    const own: KnownBlock[] = [{ type: "divider" }];
    const view = renderModal({ callbackId: "f", title: "Form", close: common.cancel, blocks: own });
    const notice = toNotice({ kind: "duplicate", operation: anUnknown() }, { kind, form }, words)!;
    const shown = withNotice(view, notice);
    expect(shown.blocks.map(({ type }) => type)).toEqual(["rich_text", "actions", "divider"]);
    expect(JSON.stringify(shown.blocks[0])).toContain("⚠️ ");
    expect(shown).toMatchObject({ callback_id: "f", title: view.title });
    const plain = toNotice({ kind: "busy" }, { kind, form }, words)!;
    expect(withNotice(view, plain).blocks.map(({ type }) => type)).toEqual(["rich_text", "divider"]);
    const answer = renderNotice(notice);
    expect(answer.text).toContain(lineText(notice.says));
    expect(answer.blocks.at(-1)).toMatchObject({ type: "actions", elements: notice.steps });
    expect(renderNotice(plain).blocks.map(({ type }) => type)).not.toContain("actions");
  });
});
