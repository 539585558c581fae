import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bothModes, startChatops } from "../support/chatops.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { joon, tests } from "../support/unknown-outcome.ts";
import { core, en, heading } from "../support/words.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const storeBudgetMs = 1500;

/** Nobody writes an operation until it is over; reading goes on. */
async function holdOperations(url: string): Promise<() => Promise<void>> {
  const outside = new pg.Client({ connectionString: url });
  await outside.connect();
  onTestFinished(() => outside.end());
  await outside.query("begin");
  await outside.query("lock table operations in share mode");
  return async () => void (await outside.query("commit"));
}

async function start(mode: (typeof bothModes)[number]) {
  const { url } = await server.createDatabase();
  const chatops = await startChatops({ mode, env: { DATABASE_URL: url } });
  const person = chatops.slack.as(joon);
  // Once beforehand, so that who it is is known and the store alone is waited for.
  await person.command("/msg-help", "", { conversation: tests });
  return { ...chatops, url, person };
}

describe.each(bothModes)("a store that takes longer than a person is let wait for it, over %s", (mode) => {
  test("a command is told in time that it is still being stored, and its message goes out once", async () => {
    const { slack, platform, url, person, app } = await start(mode);
    const release = await holdOperations(url);
    const { id, ack } = await person.command("/msg-send", "joon Once", { conversation: tests });
    expect(JSON.stringify(ack?.body)).toContain(en.common.storing);
    expect(JSON.stringify(ack?.body)).toContain('"action_id":"history.open"');
    // On a busy machine the sandbox's own clock starts late.
    expect(ack?.latencyMs).toBeGreaterThan(storeBudgetMs / 2);
    expect(sends(platform)).toEqual([]);
    await release();
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "its post" });
    expect(post.text).toContain(heading.accepted);
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain(core(en.common.submitted));
    await app.stop();
    expect(sends(platform)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  test("so is a form, which sends once when it is submitted twice meanwhile", async () => {
    const { slack, platform, url, person, app } = await start(mode);
    await openSendForm(slack, joon, tests);
    await person.fillAll({ to: "joon", text: "Once" });
    const release = await holdOperations(url);
    for (const submitted of await Promise.all([person.submit(), person.submit()])) {
      expect(submitted).toMatchObject({ kind: "updated" });
      const body = "delivery" in submitted ? submitted.delivery.ack?.body : null;
      expect(JSON.stringify(body)).toContain(en.common.storing);
    }
    await release();
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "its post" });
    expect(post.text).toContain(heading.accepted);
    await app.stop();
    expect(sends(platform)).toHaveLength(1);
    expect(slack.messages(tests)).toHaveLength(1);
  });
});
