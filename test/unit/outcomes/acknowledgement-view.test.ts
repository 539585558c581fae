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
import { toLineText } from "../../../src/slack/blocks/rich-text.ts";
import type { Operation, TrySummary } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";

const open = { state: "started", outcome: null } as const;

describe.each(["en", "ko"] as const)("the notice after a submission, in %s", (locale) => {
  const words = wordsOf(locale);
  const { common, issues, outcomes, recipients, repeat } = words;
  const kind = outcomes.message;
  const isForm = true;

  /** The notice's text, and its buttons with their values. */
  function told(acknowledgement: Acknowledgement, options: Partial<NoticeOptions> = {}) {
    const notice = toNotice(acknowledgement, { kind, ...options }, words);
    if (notice === null) return null;
    const steps = notice.steps.map(({ action_id, text, value }) => [action_id, text.text, value]);
    return { says: toLineText(notice.says), steps };
  }

  it.each([{ kind: "stored" }, { kind: "alone" }] as const)(
    "is left out if the acknowledgement is “$kind”",
    (acknowledgement) => {
      expect(told(acknowledgement, { isForm })).toBeNull();
    },
  );

  it.each<[Acknowledgement, string]>([
    [{ kind: "busy" }, common.busy],
    [{ kind: "too_slow" }, common.tooSlow],
    [{ kind: "gone" }, common.gone],
    [{ kind: "overtaken" }, common.gone],
    [{ kind: "denied", why: "It is night." }, "It is night."],
    [{ kind: "over_limit", of: "messages.send", used: 7, limit: 7, asked: 1 }, issues.overLimit(7)],
    [{ kind: "over_limit", of: "messages.send", used: 5, limit: 7, asked: 3 }, recipients.overLimit(2, 3)],
    [{ kind: "not_again", operation: null }, common.gone],
  ])("is a sentence without buttons: %j", (acknowledgement, says) => {
    expect(told(acknowledgement)).toEqual({ says, steps: [] });
    expect(told(acknowledgement, { isForm })).toEqual({ says, steps: [] });
  });

  it.each([
    ["storing", common.storing],
    ["not_stored", common.notStored],
  ] as const)("has a button to the history if the act may have been stored: %s", (what, says) => {
    for (const options of [{}, { isForm }]) {
      const steps = [["history.open", words.history.title.own, undefined]];
      expect(told({ kind: what }, options)).toEqual({ says, steps });
    }
  });

  it.each<[string, Partial<Operation>, keyof typeof outcomes.title]>([
    ["accepted", { outcome: "accepted" }, "accepted"],
    ["refused", { outcome: "refused" }, "refused"],
    ["not sent", { outcome: "not_sent" }, "not_sent"],
    ["unknown", {}, "unknown"],
    ["under way", open, "under_way"],
    ["reported as arrived", resolvedAs("arrived"), "arrived"],
    ["reported as not arrived", resolvedAs("did_not_arrive"), "did_not_arrive"],
    ["sent again", sentAgain, "sent_again"],
    ["edited and sent", { outcome: "refused", ...sentAgain }, "sent_again"],
  ])("says that the act was submitted before, and is %s", (_, change, state) => {
    const acknowledgement = { kind: "duplicate", operation: anUnknown(change) } as const;
    const before = common.submitted(outcomes.title[state](kind));
    const details = [["history.open", words.history.details, "act-1"]];
    expect(told(acknowledgement)).toEqual({ says: before, steps: details });
    expect(told(acknowledgement, { isForm })?.says).toBe(`${before} ${common.changesNotSent}`);
  });

  it("counts the outcomes of several operations, also if they are second tries", () => {
    const siblings = [
      aTrySummary({ act: "act-1", root: "act-2" }),
      aTrySummary({ act: "act-1", root: "act-3", outcome: "refused" }),
    ];
    const operation = anUnknown({ siblings });
    const ends = `${outcomes.title.unknown(kind)} (2), ${outcomes.title.refused(kind)} (1)`;
    const before = common.submitted(ends);
    expect(told({ kind: "duplicate", operation })?.says).toBe(before);
    expect(told({ kind: "duplicate", operation }, { isForm })?.says).toBe(
      `${before} ${common.changesNotSent}`,
    );
    expect(told({ kind: "not_again", operation: { ...operation, root: "act-0" } })?.says).toContain(ends);
  });

  it("has a Details button on a form that was submitted before", () => {
    for (const change of [{ outcome: "accepted" }, { outcome: "refused" }, open, {}] as const) {
      const notice = told({ kind: "duplicate", operation: anUnknown(change) }, { isForm });
      expect(notice?.steps).toEqual([["history.open", words.history.details, "act-1"]]);
    }
  });

  /** The upload of an image, and its message. */
  const withImage = (
    upload: Operation["outcome"],
    message: Partial<TrySummary> = {},
  ): Partial<Operation> => ({
    outcome: upload,
    siblings: [aTrySummary({ id: "act-1:send", act: "act-1", root: "act-1:send", step: 1, ...message })],
  });

  it.each<[string, Partial<Operation>, keyof typeof outcomes.title]>([
    ["the message is accepted", withImage("accepted", { outcome: "accepted" }), "accepted"],
    ["the message is refused", withImage("accepted", { outcome: "refused" }), "refused"],
    ["the message waits", withImage("accepted", { outcome: null }), "under_way"],
    ["the message is unknown", withImage("accepted"), "unknown"],
    ["the message arrived", withImage("accepted", { resolvedAs: "arrived" }), "arrived"],
    ["the upload is refused", withImage("refused", { outcome: "not_sent" }), "not_sent"],
    ["the upload is under way", withImage(null, { outcome: null }), "under_way"],
    ["the upload is unknown", withImage("unknown", { outcome: "not_sent" }), "not_sent"],
  ])("names the outcome of a message with an image: %s", (_, change, state) => {
    const notice = told({ kind: "duplicate", operation: anUnknown(change) }, { isForm });
    expect(notice?.says).toContain(common.submitted(outcomes.title[state](kind)));
  });

  describe("if another try is not possible any more", () => {
    const because = (change: Partial<Operation>, options: Partial<NoticeOptions> = { isForm }) =>
      told({ kind: "not_again", operation: anUnknown({ author: "U3", ...change }) }, options);
    const details = (id: string) => [["history.open", words.history.details, id]];

    it.each<[string, Partial<Operation>, string]>([
      ["accepted", { outcome: "accepted" }, repeat.not.accepted],
      ["reported as arrived", resolvedAs("arrived"), repeat.not.arrived],
      ["under way", open, repeat.not.open],
    ])("says that the first try is %s, with a Details button", (_, change, says) => {
      expect(because(change)).toEqual({ says, steps: details("act-1") });
    });

    it.each<[string, Partial<Operation>, keyof typeof outcomes.title]>([
      ["accepted", { outcome: "accepted" }, "accepted"],
      ["refused", { outcome: "refused" }, "refused"],
      ["not sent", { outcome: "not_sent" }, "not_sent"],
      ["reported as arrived", resolvedAs("arrived"), "arrived"],
      ["reported as not arrived", resolvedAs("did_not_arrive"), "did_not_arrive"],
      ["under way", open, "under_way"],
    ])("says who tried again, and that this is %s, with a Details button", (_, change, state) => {
      const later = { id: "act-2", ...change };
      const { says = "", steps } = because(later) ?? {};
      const [before, , after = ""] = repeat.already.split(/\{(?:by|at)\}/);
      expect(says).toContain(`${before}<@U3>`);
      const became = after.replace("{became}", outcomes.title[state](kind));
      expect(says.endsWith(`${became} ${common.secondNotSent}`)).toBe(true);
      expect(steps).toEqual(details("act-2"));
      const alone = because(later, {});
      expect(alone?.says.endsWith(became)).toBe(true);
      expect(alone?.steps).toEqual(details("act-2"));
    });

    it.each([["act-1"], ["act-2"]])("says that the outcome of %s is unknown, with a Details button", (id) => {
      const { says = "", steps } = because({ id }) ?? {};
      expect(says).toContain(repeat.unresolved);
      expect(says.includes(outcomes.title.unknown(kind))).toBe(id !== "act-1");
      expect(steps).toEqual(details(id));
    });
  });

  it("is shown above a form's blocks, or as an answer of its own", () => {
    const own: KnownBlock[] = [{ type: "divider" }];
    const view = renderModal({ callbackId: "f", title: "Form", close: common.cancel, blocks: own });
    const notice = toNotice({ kind: "duplicate", operation: anUnknown() }, { kind, isForm }, words)!;
    const shown = withNotice(view, notice);
    expect(shown.blocks.map(({ type }) => type)).toEqual(["rich_text", "actions", "divider"]);
    expect(JSON.stringify(shown.blocks[0])).toContain("⚠️ ");
    expect(shown).toMatchObject({ callback_id: "f", title: view.title });
    const plain = toNotice({ kind: "busy" }, { kind, isForm }, words)!;
    expect(withNotice(view, plain).blocks.map(({ type }) => type)).toEqual(["rich_text", "divider"]);
    const answer = renderNotice(notice);
    expect(answer.text).toContain(toLineText(notice.says));
    expect(answer.blocks.at(-1)).toMatchObject({ type: "actions", elements: notice.steps });
    expect(renderNotice(plain).blocks.map(({ type }) => type)).not.toContain("actions");
  });
});
