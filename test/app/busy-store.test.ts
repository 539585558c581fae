import { expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { bothModes, startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { en, ko } from "../support/words.ts";

const tests = "C0TESTS";
const unsaved = [en, ko].map(({ common }) => expect.stringContaining(common.unsaved));

it.each(bothModes)(
  "over %s, a command answers in time that nothing was sent while the store is locked",
  async (mode) => {
    const { app, slack, platform, env } = await startChatops({ mode });
    const senders = ["U0JOON", "U0MINA", "U0SORA", "U0DANA", "U0MINJI"].map((id) => slack.as(id));
    // So that the app knows the people already, and only the store can be slow.
    for (const person of senders) await person.command("/msg-help", "", { conversation: tests });

    const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
    const deliveries = await Promise.all(
      senders.map((person) => person.command("/msg-send", "joon Lost", { conversation: tests })),
    );
    for (const { ack } of deliveries) {
      expect(ack).toMatchObject({ status: 200 });
      expect(JSON.stringify(ack?.body)).toBeOneOf(unsaved);
    }
    const ready = () => fetch(`http://127.0.0.1:${app.port}/readyz`);
    expect(await (await ready()).json()).toMatchObject({ obstacles: ["the store takes no writes"] });
    expect((await fetch(`http://127.0.0.1:${app.port}/healthz`)).status).toBe(200);
    await writer.release();
    expect((await ready()).status).toBe(200);

    await senders[0]!.command("/msg-send", "joon Found", { conversation: tests });
    await slack.waitFor(() => slack.messages(tests).length > 0, { what: "the result" });
    await app.stop();
    expect(sends(platform).map(({ body }) => body)).toMatchObject([{ message: { text: "Found" } }]);
    expect(slack.messages(tests)).toHaveLength(1);
  },
);
