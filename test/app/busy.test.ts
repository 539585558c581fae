import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { en, heading } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
/** The limit of open acts in `Operations`. */
const limit = 200;

it("with 200 acts open, the app answers that it is busy, and sends nothing of the rest", async () => {
  const env = { DAILY_SEND_LIMIT: "1000" };
  const { slack, platform, app } = await startChatops({ env });
  platform.faults.always({ kind: "silence" });
  const person = slack.as(joon);
  const answers = await Promise.all(
    Array.from({ length: limit + 20 }, (_, index) =>
      person.command("/msg-send", `joon Hello ${index}`, { conversation: tests }),
    ),
  );
  const isBusy = (answer: (typeof answers)[number]) =>
    JSON.stringify(answer.ack?.body).includes(en.common.busy);
  expect(answers.filter(({ ack }) => ack?.status === 200)).toHaveLength(limit + 20);
  expect(answers.filter(isBusy)).toHaveLength(20);
  expect(platform.state.messages.length).toBeLessThanOrEqual(16);

  platform.faults.clear();
  await eventually(() => {
    platform.faults.release();
    expect(platform.state.messages).toHaveLength(limit);
  });
  const refused = answers.flatMap((answer, index) => (isBusy(answer) ? [`Hello ${index}`] : []));
  const sent = platform.state.messages.map(({ request }) => JSON.stringify(request));
  for (const text of refused) expect(sent.some((body) => body.includes(`"${text}"`))).toBe(false);

  // An act answered so isn't sent when Slack delivers it again either.
  const told = answers.find(isBusy)!;
  expect(isBusy(await slack.redeliver(told.id, { newEnvelope: true }))).toBe(true);
  const metrics = async () => (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
  expect(await metrics()).toContain('chatops_acts_total{kind="messages.send",result="busy"} 20\n');

  await eventually(async () => expect(await metrics()).toMatch(/^chatops_operations_open 0$/m));
  const after = await person.command("/msg-send", "joon Once more", { conversation: "C0REVIEWS" });
  expect(JSON.stringify(after.ack?.body)).toContain(en.send.quickSending("joon"));
  const post = await slack.waitFor(() => slack.messages("C0REVIEWS")[0]);
  expect(post.text).toContain(heading.accepted);
  expect(platform.state.messages).toHaveLength(limit + 1);
});
