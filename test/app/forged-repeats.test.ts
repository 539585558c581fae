import { expect, it } from "vitest";
import { deliver, deliveryOf } from "../support/forged.ts";
import { sends } from "../support/sends.ts";
import { comment, sora, startTemplates } from "../support/templates.ts";
import { actionIds, joon, mina, onCall, startUnknown, tests, topLevel } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

type Chatops = Parameters<typeof deliver>[0];
type Submitted = Parameters<typeof deliveryOf>[0];

/** The same submission with something else among what Slack gives back with a form, which its clients never change. */
function forge(chatops: Chatops, result: Submitted, changed: object): Promise<string> {
  const { payload } = deliveryOf(result);
  const view = payload["view"] as { private_metadata: string };
  const metadata = { ...JSON.parse(view.private_metadata), ...changed };
  return deliver(chatops, { ...payload, view: { ...view, private_metadata: JSON.stringify(metadata) } });
}

const idIn = (blocks: unknown) => /"value":"([^"]+)"/.exec(JSON.stringify(blocks))?.[1];

it.each([
  ["form", "joon"],
  ["confirmation", "010-2345-6789"],
])("a send %s of one's own takes the place of nobody else's message", async (what, to) => {
  const story = await startUnknown("reset", { mode: "http" });
  const { slack, platform, find } = story;
  const before = await find(joon, heading.unknown);
  const person = slack.as(mina);
  const fillIn = async () => {
    await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1);
    await person.fillAll({ to, text: "Something quite different" });
  };
  await fillIn();
  let result = await person.submit();
  if (result.kind === "pushed") result = await person.submit();
  await slack.waitFor(() => sends(platform).length === 2, { what: "her own message" });
  await fillIn();
  if (what === "confirmation") await person.submit();
  const open = JSON.parse(person.views().at(-1)!.privateMetadata);
  const answer = await forge(story, result, { ...open, repeats: idIn(before.blocks) });
  expect(answer).toContain(en.common.gone);
  for (const where of [tests, joon, onCall]) {
    expect(topLevel(story, where).some(({ text }) => text.includes(heading.unknown))).toBe(true);
  }
  const [after] = topLevel(story, joon);
  expect(actionIds(after!)).toEqual(actionIds(before));
  expect(sends(platform)).toHaveLength(2);
});

it("nor does an own one of another kind, nor a comment somebody else's comment", async () => {
  const story = await startTemplates({ mode: "http" });
  const { platform, card, slack } = story;
  const { title } = en.templates.terms.comment.outcomes;
  platform.faults.next({ kind: "reset", when: "after" }, { method: "POST", path: "/chat" });
  await comment(story, joon, "First");
  const before = await card(title.unknown(""));
  const id = idIn(before.blocks);
  const { sent } = await comment(story, sora, "Second");
  expect(await forge(story, sent, { act: "forged", repeats: id })).toContain(en.common.gone);
  const person = slack.as(joon);
  await person.command("/msg-send", "", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1);
  await person.fillAll({ to: "joon", text: "Hello" });
  expect(await forge(story, await person.submit(), { act: "forged-too", repeats: id })).toContain(
    en.common.gone,
  );
  expect((await card(title.unknown(""))).ts).toBe(before.ts);
});
