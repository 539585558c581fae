import { expect, it } from "vitest";
import { z } from "zod";
import { changeGroup } from "../support/change-group.ts";
import { type Chatops, startChatops } from "../support/chatops.ts";
import { deliver, deliveryOf } from "../support/forged.ts";
import { dana } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en, noRight } from "../support/words.ts";

async function startOnCallOnly() {
  const recipients = "joon:01000000001,refused:01000000003,reset:01000000010";
  return startChatops({ env: { SENDERS: "S0ONCALL", TEST_RECIPIENTS: recipients } });
}

/** Takes Dana out of the group, and waits until the app knows. */
const takeRight = (chatops: Chatops) => changeGroup(chatops, "S0ONCALL", []);

it("“Edit and send” opens no form for a person who lost the right to send", async () => {
  const chatops = await startOnCallOnly();
  const { slack, platform } = chatops;
  const person = slack.as(dana);
  await person.command("/msg-send", "refused Hello");
  const post = await slack.post();
  await takeRight(chatops);
  const answer = await slack.as(dana).isAnswered(() => person.click(post, "messages.edit"));
  expect(answer.text).toContain(noRight(en.issues.notAllowed));
  expect(person.views()).toEqual([]);
  expect(sends(platform)).toHaveLength(1);
});

it("the form to send again sends nothing after its author lost the right to send", async () => {
  const chatops = await startOnCallOnly();
  const { slack, platform } = chatops;
  const person = slack.as(dana);
  await person.command("/msg-send", "reset Hello");
  const { conversation, ts } = await slack.post("", dana);
  await person.opensAt({ message: { conversation, ts } }, "messages.repeat");
  await takeRight(chatops);
  await person.isRefused({ reason: en.issues.notAllowed }, { reason: "nothing came" });
  expect(sends(platform)).toHaveLength(1);
});

/** A member without any right. */
const eve = { id: "U0EVE", username: "eve", name: "eve" };
const { issues, files, templates, oncall } = en;

/** A message of Joon's with its button, which Eve presses as if she had had the right once. */
async function startWithout() {
  const chatops = await startChatops({ mode: "http" });
  const { slack } = chatops;
  const person = slack.as("U0JOON");
  await person.command("/msg-send", "refused Hello");
  const post = await slack.post();
  const click = async () => (await person.click(post, "messages.edit")).payload;
  return { ...chatops, person, click, user: { ...eve, team_id: slack.teamId } };
}

it("each form asks again for the right of the person who submits it", async () => {
  const chatops = await startWithout();
  const { person, click, user, platform, slack } = chatops;
  await click();
  await person.hasOpen(1);
  const form = deliveryOf(await person.submit()).payload;
  await slack.waitFor(() => sends(platform).length === 2, { what: "his own" });
  const view = z.looseObject({ state: z.looseObject({ values: z.looseObject({}) }) }).parse(form["view"]);
  const state = { values: view.state.values };
  const run = { act: "hers", what: { suite: "s" }, stamp: "", conversation: null, needsReason: false };
  for (const [callback_id, says, metadata] of [
    ["messages.send", noRight(issues.notAllowed), view["private_metadata"]],
    ["messages.confirm", noRight(issues.notAllowed), { act: "hers" }],
    ["messages.repeat", noRight(issues.notAllowed), { act: "hers", sends: "s", newest: "n" }],
    ["messages.save", noRight(issues.notAllowed), {}],
    ["messages.suite", noRight(issues.notAllowed), {}],
    ["messages.run", noRight(issues.notAllowed), run],
    ["files.upload", noRight(files.notAllowed), { act: "hers" }],
    ["templates.update", noRight(templates.notAllowed), {}],
    ["templates.comment", noRight(templates.notAllowed), { act: "hers", templateId: "T1" }],
    ["templates.report", noRight(templates.notAllowed), {}],
    ["templates.import", noRight(templates.notAllowed), {}],
    ["templates.confirm_import", noRight(templates.notAllowed), {}],
  ] as const) {
    const private_metadata = typeof metadata === "string" ? metadata : JSON.stringify(metadata);
    const forged = { ...form, user, view: { ...view, state, callback_id, private_metadata } };
    expect(await deliver(chatops, forged), callback_id).toContain(says);
  }
  expect(sends(platform)).toHaveLength(2);
});

it("each button asks again for the right of the person who clicks it", async () => {
  const chatops = await startWithout();
  const { click, user, platform, slack } = chatops;
  // The forged click has Joon's response_url, so that Slack shows the answer to him.
  const told = () => slack.ephemerals("U0JOON");
  for (const [action_id, says, value = "1"] of [
    ["messages.open", noRight(issues.notAllowed)],
    ["messages.tests", noRight(issues.notAllowed)],
    ["messages.use_saved", noRight(issues.notAllowed)],
    ["messages.remove_saved", noRight(issues.notAllowed)],
    ["messages.suite", noRight(issues.notAllowed)],
    ["messages.run", noRight(issues.notAllowed)],
    ["messages.json", noRight(issues.notAllowed)],
    ["messages.save", noRight(issues.notAllowed)],
    ["messages.more", noRight(issues.notAllowed)],
    ["files.upload", noRight(files.notAllowed)],
    ["files.again", noRight(files.notAllowed)],
    ["files.open", noRight(files.list.notAllowed)],
    ["templates.update", noRight(templates.notAllowed)],
    ["templates.comment", noRight(templates.notAllowed)],
    ["templates.report", noRight(templates.notAllowed)],
    ["templates.import", noRight(templates.notAllowed)],
    ["oncall.take", oncall.notAllowed, JSON.stringify({ subject: "s", owner: null })],
  ] as const) {
    // Slack takes only five answers to one click.
    const clicked = await click();
    const [action] = z.tuple([z.looseObject({})]).parse(clicked["actions"]);
    const before = told().length;
    await deliver(chatops, { ...clicked, user, actions: [{ ...action, action_id, value }] });
    const answer = await slack.waitFor(() => told()[before], { what: `the answer to ${action_id}` });
    expect(answer.text, action_id).toContain(says);
  }
  expect(sends(platform)).toHaveLength(1);
});
