import { expect, it } from "vitest";
import { messageBatchPresenter } from "../../../../src/features/messages/table.view.ts";
import type { ReaderRole } from "../../../../src/outcomes/card.view.ts";
import { phone, refusal } from "../../../golden/states.ts";
import { en } from "../../../support/words.ts";
import { presenter } from "../../outcomes/notifications.ts";

const run = [phone(1, { outcome: "refused", result: refusal("1062") }), phone(2, { outcome: "accepted" })];
const { render, story = render } = messageBatchPresenter;
const inDetails = (reader: ReaderRole) => JSON.stringify(story(run, { presenter, words: en, reader }, []));

it("a run's details offer “Edit and send again…” to its author alone, and its post to all who read it", () => {
  expect(inDetails("author")).toContain(en.outcomes.edit);
  for (const reader of ["on-call", "anybody"] as const)
    expect(inDetails(reader)).not.toContain(en.outcomes.edit);
  const post = render(run, { presenter, words: en, reader: "anybody" }, []);
  expect(JSON.stringify(post)).toContain(en.outcomes.edit);
});
