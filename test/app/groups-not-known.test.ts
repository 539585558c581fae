import { describe, expect, it } from "vitest";
import type { Outside } from "../../sandbox/sandbox.ts";
import { type Chatops, startAppOn, startChatops } from "../support/chatops.ts";
import { joon, mina, sora } from "../support/names.ts";
import { picked, png } from "../support/sample-files.ts";
import { approve, pressMore, propose, startTemplates } from "../support/templates.ts";
import { askToDelete, uploadOne } from "../support/uploaded.ts";
import { findPost, upload } from "../support/uploads.ts";
import { en, heading, noRight } from "../support/words.ts";

const group = "S0ONCALL";
const fault = { method: "usergroups.users.list", kind: "error", error: "no_such_subteam" } as const;
const { title } = en.proposals.card;

/** The group was deleted, but the configuration still names it; the app starts all the same. */
const before = ({ slack }: Outside) => slack.faults.webApi(fault);
const groupPace = { firstReadMs: 100, retries: { firstMs: 500, longestMs: 60_000 } };

/** The same app again, after the group was deleted. */
async function restart(chatops: Chatops, env: Record<string, string>) {
  await chatops.app.stop();
  chatops.slack.faults.webApi(fault);
  return startAppOn(chatops, { env, groupPace });
}

describe("while the operators' group can't be read", () => {
  const env = { OPERATORS: group };

  it("the list of files is shown to uploaders, without the buttons of operators", async () => {
    const chatops = await startChatops({ env, before, groupPace });
    const { slack } = chatops;
    await uploadOne(chatops);
    const list = await slack.as(mina).asks("/msg-files", "", "logo.png");
    expect(JSON.stringify(list.blocks)).not.toContain('"action_id":"files.delete"');
  });

  it("a reviewer listed by user id can approve a proposal", async () => {
    const story = await startTemplates({ env: { ...env, REVIEWERS: `${mina},${sora}` }, before, groupPace });
    const { slack, platform, card } = story;
    await approve(story, mina, await propose(story, title.open));
    await card(title.sent);
    expect(platform.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
    expect(slack.ephemerals(mina).map(({ text }) => text)).toEqual([]);
  });

  it("a proposer can withdraw, and another person reads that the group isn't known", async () => {
    const story = await startTemplates({ env: { ...env, REVIEWERS: mina }, before, groupPace });
    const { slack, card } = story;
    const withdraw = { card: await propose(story, title.open), actionId: "templates.withdraw" };
    await pressMore(story, sora, withdraw);
    await slack.post(en.edge.groupNotKnown(group), sora);
    await pressMore(story, joon, withdraw);
    await card(title.withdrawn);
  });
});

it("an operator listed by user id can withdraw their proposal while the group in SENDERS can't be read", async () => {
  const story = await startTemplates({ env: { REVIEWERS: mina } });
  const card = await propose(story, title.open);
  await restart(story, { SENDERS: group, REVIEWERS: mina, OPERATORS: joon });
  await pressMore(story, joon, { card, actionId: "templates.withdraw" });
  await story.card(title.withdrawn);
  expect(story.slack.ephemerals(joon).map(({ text }) => text)).toEqual([]);
});

describe("while the file managers' group can't be read", () => {
  const env = { FILE_MANAGERS: group };

  it("the send form opens without an image field", async () => {
    const { slack } = await startChatops({ env, before, groupPace });
    const person = slack.as(mina);
    await person.opens("/msg-send");
    expect(person.shown()).not.toContain("file_input");
  });

  it("“Upload again” answers that the group isn't known", async () => {
    const chatops = await startChatops({ readingTimes: { idleMs: 500 } });
    const { slack } = chatops;
    slack.faults.files({ kind: "cut", times: 3 });
    await upload(chatops, picked("logo.png", png()), { type: "MMS" });
    const post = await findPost(chatops, heading.notSent);
    slack.faults.clear();
    const next = await restart(chatops, env);
    const answer = await slack.as(joon).isAnswered((one) => one.click(post, "files.again"));
    expect(answer.text).toBe(en.edge.groupNotKnown(group));
    expect(next.log()).not.toContain("an act could not be stored");
  });

  it("the form to delete a file answers that the group isn't known", async () => {
    const chatops = await startChatops();
    await uploadOne(chatops);
    const person = await askToDelete(chatops, joon);
    const next = await restart(chatops, env);
    expect(JSON.stringify(await person.submit())).toContain(en.edge.groupNotKnown(group));
    expect(next.log()).not.toContain("an act could not be stored");
  });
});

it("Home says that a group isn't known instead of saying that a right is missing", async () => {
  const { slack } = await startChatops({ env: { SENDERS: group, OPERATORS: "U0DANA" }, before, groupPace });
  const home = await slack.as(mina).opensHome(en.home.asOf, ...en.home.notKnown.split("{group}"), group);
  for (const no of [noRight(en.issues.notAllowed), noRight(en.home.nothing), "U0DANA"])
    expect(home).not.toContain(no);
});
