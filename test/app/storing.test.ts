import { expect, it } from "vitest";
import type { Delivery } from "../../sandbox/slack/index.ts";
import { startChatops } from "../support/chatops.ts";
import { watchCommits } from "../support/commits.ts";
import { tests } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { core, en, heading } from "../support/words.ts";

const said = ({ ack }: Pick<Delivery, "ack">) => JSON.stringify(ack?.body);

/** An app whose store's commits can be undone, or kept without an answer. */
async function start() {
  const chatops = await startChatops();
  const { slack, platform, person } = chatops;
  // So that the app knows the person already.
  await person.command("/msg-help");
  const commits = watchCommits();
  chatops.budgets.times = 1;
  const type = (text: string) => person.command("/msg-send", `joon ${text}`);
  const onlySent = async (text: string) => {
    await slack.post(heading.accepted);
    await chatops.app.stop();
    expect(sends(platform).map(({ body }) => body)).toMatchObject([{ message: { text } }]);
    expect(slack.messages(tests)).toHaveLength(1);
  };
  return { ...chatops, person, commits, type, onlySent };
}

it.each(["undone", "unanswered"] as const)(
  "a command whose commit is %s is answered as not sent, and the next command is sent",
  async (how) => {
    const { slack, commits, type, onlySent } = await start();
    commits.are = how;
    const first = await type("Lost");
    expect(said(first)).toContain(en.common.unsaved);
    commits.are = "kept";
    const again = said(await slack.redeliver(first.id, { newEnvelope: true }));
    expect(again).toContain(how === "undone" ? en.common.unsaved : core(en.common.submitted));
    expect(said(await type("Sent"))).not.toContain(en.common.unsaved);
    await onlySent("Sent");
  },
);

it("a form whose commits are undone says so each time, and sends once when a commit succeeds", async () => {
  const { slack, person, commits, onlySent } = await start();
  await openSendForm(slack);
  await person.fillAll({ to: "joon", text: "Once" });
  commits.are = "undone";
  for (let times = 0; times < 2; times += 1) {
    await person.submits("updated");
    expect(person.shown()).toContain(en.common.unsaved);
  }
  commits.are = "kept";
  await person.submits("cleared");
  await onlySent("Once");
});
