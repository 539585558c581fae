import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { signatureHeaders } from "../../../../sandbox/slack/http-transport.ts";
import { startSlack } from "../../../../sandbox/slack/workspace.ts";
import { SILENT, TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import { within } from "../../../../src/deadline.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { closeServer, listen } from "../../../../src/ops/http.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { type EdgeOptions, NotAcknowledgedError } from "../../../../src/slack/edge/attend.ts";
import { createSlackEdge, holdLimits } from "../../../../src/slack/edge/edge.ts";
import { type Command, mergeRoutes } from "../../../../src/slack/edge/interaction.ts";
import { bindRoutes } from "../../../../src/slack/edge/router.ts";
import { createSlackClient } from "../../../../src/slack/edge/web-client.ts";
import { createPeople } from "../../../../src/slack/people/people.ts";
import { eventually } from "../../../support/eventually.ts";
import { spoken } from "../../../support/spoken.ts";
import { machineNowIn } from "../../../support/story-clock.ts";
import { joon, noGuide, tooSlow } from "./start-edge.ts";

/** Only the age counts here: a busy test machine may stall. */
const patient = { ...holdLimits, lateMs: 60_000, answerMs: 60_000 };

/** The app's own edge over HTTP, with one command, and what Slack's response_url is told. */
async function startHttpEdge(run: (command: Command) => Promise<void>) {
  const slack = await startSlack({ manifest: TEST_MANIFEST, delivery: { kind: "http" } });
  const { apiUrl, botToken, signingSecret: secret, teamId } = slack;
  const onOldDelivery = vi.fn<(ageMs: number) => void>();
  const edge = await createSlackEdge({
    ...{ botToken, apiUrl, logger: SILENT, bot: { botId: "B1", botUserId: "U1" }, random: Math.random },
    ...{ mode: { kind: "http", signingSecret: secret }, holdLimits: patient, onOldDelivery },
    ...{ onFatal: () => {}, onError: () => {} },
  });
  const onFailure = vi.fn<EdgeOptions["onFailure"]>();
  const asked = { botToken, apiUrl, logger: SILENT };
  const client = createSlackClient(asked);
  const people = createPeople({
    ...{ client, home: { teamId }, groups: [], defaultLocale: "en", onFailure: () => {} },
  });
  const told: string[] = [];
  const answers = createServer(async (asked, reply) => {
    told.push(JSON.parse(await text(asked)).text);
    reply.end("ok");
  }).listen(0, "127.0.0.1");
  await once(answers, "listening");
  const origin = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
  bindRoutes(edge.app, mergeRoutes([{ commands: { "/hello": { guide: noGuide, run } } }]), {
    ...{
      people,
      client: createSlackClient({ ...asked, apiUrl: `${origin}/api/` }),
      stopping: new AbortController().signal,
    },
    words: wordsOf,
    format: () => spoken.format,
    ...{
      within,
      newReference: () => "ref-1",
      onFailure,
    },
  });
  await edge.start();
  const { server, port } = await listen(edge.requestListener!, { host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await edge.stop();
    await closeServer(server);
    answers.close();
    await slack.close();
  });
  const body = new URLSearchParams({
    ...{ command: "/hello", text: "", user_id: joon, team_id: teamId, channel_id: "C1", trigger_id: "1.1" },
    response_url: `${origin}/`,
  }).toString();
  /** Signed so long ago. */
  const type = (ageMs: number) => {
    const at = machineNowIn({ seconds: -ageMs / 1000 });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return request({
      ...{ port, method: "POST", path: "/slack/events" },
      headers: { ...headers, ...signatureHeaders(body, { at, secret }) },
    }).end(body);
  };
  /** As the app's own side knows it. */
  const closed = new Promise<void>((resolve) => {
    server.on("connection", (socket) => socket.once("close", () => resolve()));
  });
  return { type, told, onFailure, onOldDelivery, closed };
}

it("a command over HTTP is refused when Slack closed the connection before its answer", async () => {
  const read = Promise.withResolvers<void>();
  const { type, told, onFailure, closed } = await startHttpEdge(async ({ ack }) => {
    read.resolve();
    await closed;
    await ack(plainAnswer("it is on its way"));
  });
  const asked = type(0);
  asked.on("error", () => {});
  await read.promise;
  asked.destroy();
  await eventually(() => expect(told).toEqual([tooSlow]));
  expect(onFailure).toHaveBeenCalledTimes(1);
  expect(onFailure).toHaveBeenCalledWith({
    ...{ reference: "ref-1", surface: "/hello", error: expect.any(NotAcknowledgedError) },
  });
});

it.each([
  { ageMs: 5000, isOld: false },
  { ageMs: 12_000, isOld: true },
])("a command over HTTP signed $ageMs ms ago is refused as too old: $isOld", async ({ ageMs, isOld }) => {
  const run = vi.fn(({ ack }: Command) => ack(plainAnswer("on its way")));
  const { type, onOldDelivery, onFailure } = await startHttpEdge(run);
  const [reply] = await once(type(ageMs), "response");
  expect(JSON.parse(await text(reply)).text).toBe(isOld ? tooSlow : "on its way");
  expect(run).toHaveBeenCalledTimes(isOld ? 0 : 1);
  expect(onOldDelivery).toHaveBeenCalledTimes(isOld ? 1 : 0);
  for (const [age] of onOldDelivery.mock.calls) expect(age).toBeGreaterThan(10_000);
  expect(onFailure).not.toHaveBeenCalled();
});
