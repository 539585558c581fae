import { expect, it } from "vitest";
import { toChangeRequestSummary } from "../../../../src/features/templates/card-title.view.ts";
import { toTemplateChoices } from "../../../../src/features/templates/find.slack.ts";
import { suggestStatuses } from "../../../../src/features/templates/report.slack.ts";
import { formatStatus, readDate } from "../../../../src/features/templates/status.view.ts";
import type { Proposal } from "../../../../src/store/index.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

it.each<[string | null, string | null, Proposal["state"]?]>([
  [" Too *promotional*,\n<!here>\u202e & long ", "“Too *promotional*, <!here> & long”"],
  ["가".repeat(80), `“${"가".repeat(80)}”`],
  ["가".repeat(81), `“${"가".repeat(79)}…”`],
  [null, null],
  // It is open again, so the request is answered.
  ["Too long", null, "open"],
])(
  "a proposal's row quotes the reviewer's change request %j on one line as %j",
  (words, quoted, state = "changes_requested") => {
    expect(toChangeRequestSummary({ state, decision: { by: "U0MINA", at: new Date(0), words } })).toBe(
      quoted,
    );
  },
);

it.each<[string | null, string[]]>([
  ["T9", ["KA01TP001", "T9"]],
  ["KA01TP001", ["KA01TP001"]],
  [null, ["KA01TP001"]],
])(
  "the template search offers the observed template, and the typed ID %j only if it is another one",
  (typed, offered) => {
    expect(toTemplateChoices([aSeenTemplate()], typed, en).map(({ value }) => value)).toEqual(offered);
  },
);

it.each([
  ["", ["PENDING", "INSPECTING", "APPROVED", "REJECTED"]],
  ["ON_HOLD", ["ON_HOLD"]],
])("the status field of a report offers for the typed text %j the statuses %j", async (typed, offered) => {
  expect((await suggestStatuses({ words: en, typed })).map(({ value }) => value)).toEqual(offered);
});

it.each(["ON_HOLD", "constructor", "심사 보류"])(
  "the unknown template status %s is shown as the platform wrote it",
  (status) => {
    expect(formatStatus(status, en)).toBe(status);
  },
);

it.each(["n/a 2", "12", "2026", "2026-02-31T00:00:00Z", "2026-02-01T25:00:00Z", "", null])(
  "the invalid date %j from the platform is read as no date",
  (date) => {
    expect(readDate(date)).toBeNull();
  },
);
