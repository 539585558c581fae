import { expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { bothModes, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en, heading, ko } from "../support/words.ts";

/** The limit of open acts in `Operations`. */
const limit = 200;

it("/msg-send answers that the app is busy while 200 messages are open, and sends none of the refused ones", async () => {
  const env = { DAILY_SEND_LIMIT: "1000" };
  const { slack, platform, metrics } = await startChatops({ env });
  platform.faults.always({ kind: "silence" });
  const person = slack.as(joon);
  const answers = await Promise.all(
    Array.from({ length: limit + 20 }, (_, index) => person.command("/msg-send", `joon Hello ${index}`)),
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
  expect(await metrics()).toContain('chatops_acts_total{kind="messages.send",result="busy"} 20\n');

  await eventually(async () => expect(await metrics()).toMatch(/^chatops_operations_open 0$/m));
  const after = await person.command("/msg-send", "joon Once more", { conversation: "C0REVIEWS" });
  expect(JSON.stringify(after.ack?.body)).toContain(en.send.quickSending("joon"));
  await slack.post(heading.accepted, "C0REVIEWS");
  expect(platform.state.messages).toHaveLength(limit + 1);
});

const unsaved = [en, ko].map(({ common }) => expect.stringContaining(common.unsaved));

it.each(bothModes)(
  "over %s, /msg-send answers in time that nothing was sent while the database is locked",
  async (mode) => {
    const { app, slack, platform, env } = await startChatops({ mode });
    const senders = ["U0JOON", "U0MINA", "U0SORA", "U0DANA", "U0MINJI"].map((id) => slack.as(id));
    // So that the app knows the people already, and only the store can be slow.
    for (const person of senders) await person.command("/msg-help");

    const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
    const deliveries = await Promise.all(senders.map((person) => person.command("/msg-send", "joon Lost")));
    for (const { ack } of deliveries) {
      expect(ack).toMatchObject({ status: 200 });
      expect(JSON.stringify(ack?.body)).toBeOneOf(unsaved);
    }
    const ready = () => fetch(`http://127.0.0.1:${app.port}/readyz`);
    expect(await (await ready()).json()).toMatchObject({ obstacles: ["the store takes no writes"] });
    expect((await fetch(`http://127.0.0.1:${app.port}/healthz`)).status).toBe(200);
    await writer.release();
    expect((await ready()).status).toBe(200);

    await senders[0]!.command("/msg-send", "joon Found");
    await slack.waitFor(() => slack.messages(tests).length > 0, { what: "the result" });
    await app.stop();
    expect(sends(platform).map(({ body }) => body)).toMatchObject([{ message: { text: "Found" } }]);
    expect(slack.messages(tests)).toHaveLength(1);
  },
);
