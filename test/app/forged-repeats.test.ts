import { expect, it } from "vitest";
import { withTerms } from "../../src/locales/terms.ts";
import { type deliveryOf, metadataOf, submitAs } from "../support/forged.ts";
import { joon, mina, onCall, sora, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { comment, startTemplates } from "../support/templates.ts";
import { actionIds, startUnknown } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

type Submitted = Parameters<typeof deliveryOf>[0];

const idIn = (blocks: unknown) => /"value":"([^"]+)"/.exec(JSON.stringify(blocks))?.[1] ?? "";
const actIn = (result: Submitted) => String(metadataOf(result)["act"]);

it.each([
  ["form", "joon"],
  ["confirmation", "010-2345-6789"],
])("a forged send %s can't send another person's message again", async (what, to) => {
  const story = await startUnknown("reset", { mode: "http" });
  const { slack, platform, find } = story;
  const before = await find(joon, heading.unknown);
  const person = slack.as(mina);
  const fillIn = async () => {
    await person.opens("/msg-send");
    await person.fillAll({ to, text: "Something quite different" });
  };
  await fillIn();
  let result = await person.submit();
  if (result.kind === "pushed") result = await person.submit();
  await slack.waitFor(() => sends(platform).length === 2, { what: "her own message" });
  await fillIn();
  if (what === "confirmation") await person.submit();
  const open = JSON.parse(person.views().at(-1)!.privateMetadata);
  const [his, hers] = [idIn(before.blocks), actIn(result)];
  for (const again of [
    { root: his, newest: his },
    { root: his, newest: hers },
    // The newest try is another root's, the root doesn't exist, the newest try doesn't exist.
    { root: hers, newest: his },
    { root: "none", newest: hers },
    { root: hers, newest: "none" },
  ]) {
    const answer = await submitAs(story, result, { ...open, again });
    expect(answer, JSON.stringify(again)).toContain(en.common.gone);
  }
  for (const where of [tests, joon, onCall]) {
    expect(story.slack.posts(where).some(({ text }) => text.includes(heading.unknown))).toBe(true);
  }
  const [after] = story.slack.posts(joon);
  expect(actionIds(after!)).toEqual(actionIds(before));
  expect(sends(platform)).toHaveLength(2);
});

it("a forged form can't send another person's comment again, or send a comment as a message", async () => {
  const story = await startTemplates({ mode: "http" });
  const { platform, card, slack } = story;
  const { title } = en.outcomes;
  platform.faults.next({ kind: "reset", when: "after" }, { method: "POST", path: "/chat" });
  await comment(story, joon, "First");
  const before = await card(title.unknown(en.templates.kind.comment));
  const id = idIn(before.blocks);
  const again = { root: id, newest: id };
  const { sent } = await comment(story, sora, "Second");
  expect(await submitAs(story, sent, { act: "forged", again })).toContain(
    withTerms(en, "comment").common.gone,
  );
  const person = slack.as(joon);
  await person.opens("/msg-send");
  await person.fillAll({ to: "joon", text: "Hello" });
  expect(await submitAs(story, await person.submit(), { act: "forged-too", again })).toContain(
    en.common.gone,
  );
  expect((await card(title.unknown(en.templates.kind.comment))).ts).toBe(before.ts);
});
