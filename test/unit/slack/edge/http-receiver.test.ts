import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { SlackCommandMiddlewareArgs } from "@slack/bolt";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { signatureHeaders } from "../../../../sandbox/slack/http-transport.ts";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import { within } from "../../../../src/deadline.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { type EdgeOptions, NotAcknowledgedError } from "../../../../src/slack/edge/attend.ts";
import { holdLimits } from "../../../../src/slack/edge/edge.ts";
import { type Command, mergeRoutes } from "../../../../src/slack/edge/interaction.ts";
import { bindRoutes } from "../../../../src/slack/edge/router.ts";
import { createSlackClient } from "../../../../src/slack/edge/web-client.ts";
import { createPeople } from "../../../../src/slack/people/people.ts";
import { eventually } from "../../../support/eventually.ts";
import { spoken } from "../../../support/spoken.ts";
import { machineNowIn } from "../../../support/story-clock.ts";
import { answerJson, serve } from "../loopback.ts";
import { joon, noGuide, tooSlow } from "./start-edge.ts";
import { commandBody, openClient, rawCommand, secret, startReceiver } from "./start-receiver.ts";

const json = "application/json";
const form = "application/x-www-form-urlencoded";

it.each([
  ["null", json, 400],
  ["[]", json, 400],
  ["1", json, 400],
  ['"x"', json, 400],
  ["", json, 400],
  ["{", json, 400],
  ["payload=null", form, 400],
  ["payload=", form, 400],
  ["payload=%5B%5D", form, 400],
  ["{}", json, 404],
  ['{"event":null}', json, 500],
  ['{"event":{}}', json, 200],
  ['{"type":null,"actions":null,"user":null}', json, 500],
  ["payload=%7B%7D", form, 404],
  ['{"type":"url_verification","challenge":"c"}', json, 200],
])(
  "the HTTP receiver answers the signed body %s with an HTTP status, and then the next command",
  async (body, type, status) => {
    const { post } = await startReceiver();
    expect((await post(body, type)).status).toBe(status);
    expect(await post(commandBody)).toEqual({ status: 200, body: "heard" });
  },
);

describe("stopping the HTTP receiver", () => {
  const never = new Promise<void>(() => {});

  /** The edge, with a command delivered to this listener. */
  async function startDelivered(listener: (args: SlackCommandMiddlewareArgs) => Promise<void>) {
    const heard = Promise.withResolvers<void>();
    const { port, stop } = await startReceiver({
      listener: (args) => {
        heard.resolve();
        return listener(args);
      },
    });
    const { socket } = await openClient(port, rawCommand());
    await heard.promise;
    return { stop, hangUp: () => socket.destroy() };
  }

  /** From now on no time passes by itself. */
  function stopTime() {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
  }

  it("ends once all deliveries are acknowledged, even if listeners still run", async () => {
    const mayAnswer = Promise.withResolvers<void>();
    const { stop } = await startDelivered(async ({ ack }) => {
      await mayAnswer.promise;
      await ack();
      await never;
    });
    const onStopped = vi.fn();
    const stopping = stop().then(onStopped);
    await new Promise(setImmediate);
    expect(onStopped).not.toHaveBeenCalled();
    mayAnswer.resolve();
    await stopping;
  });

  it.each([
    ["a listener ends without acknowledging", async () => {}],
    ["a listener throws", () => Promise.reject(new Error("a defect"))],
  ])("ends at once if %s", async (_, listener) => {
    stopTime();
    const { stop } = await startDelivered(listener);
    await stop();
  });

  it("ends after 2 s even if a delivery is never acknowledged", async () => {
    const { stop, hangUp } = await startDelivered(() => never);
    stopTime();
    const stopping = stop();
    await vi.advanceTimersByTimeAsync(2000);
    await stopping;
    vi.useRealTimers();
    hangUp();
  });
});

describe("a command delivered over HTTP", () => {
  /** The edge with one command, and what Slack's response_url is told. */
  async function start(run: (command: Command) => Promise<void>) {
    const told: string[] = [];
    const teamId = "T1";
    const { origin, apiUrl } = await serve(async (asked, response) => {
      const sent = await text(asked);
      if (asked.url === "/api/users.info")
        return answerJson(response, { ok: true, user: { id: joon, team_id: teamId, locale: "en-US" } });
      told.push(JSON.parse(sent).text);
      response.end("ok");
    });
    const client = createSlackClient({ botToken: "xoxb-1", apiUrl, logger: SILENT });
    const onFailure = vi.fn<EdgeOptions["onFailure"]>();
    const onOldDelivery = vi.fn<(ageMs: number) => void>();
    const options: EdgeOptions = {
      people: createPeople({
        ...{ client, home: { teamId }, groups: [], defaultLocale: "en", onFailure: () => {} },
      }),
      ...{ client, stopping: new AbortController().signal, words: wordsOf, format: () => spoken.format },
      ...{ within, newReference: () => "ref-1", onFailure },
    };
    const { server, port } = await startReceiver({
      bind: (app) => bindRoutes(app, mergeRoutes([{ commands: { "/x": { guide: noGuide, run } } }]), options),
      onOldDelivery,
      // Only the age counts here: a busy test machine may stall.
      holdLimits: { ...holdLimits, lateMs: 60_000, answerMs: 60_000 },
    });
    const body = new URLSearchParams({
      ...{ command: "/x", text: "", user_id: joon, team_id: teamId, channel_id: "C1", trigger_id: "1.1" },
      response_url: `${origin}/`,
    }).toString();
    /** Signed so long ago. */
    const type = (ageMs: number) => {
      const signed = signatureHeaders(body, { at: machineNowIn({ seconds: -ageMs / 1000 }), secret });
      const headers = { "content-type": form, ...signed };
      return request({ port, method: "POST", path: "/slack/events", headers }).end(body);
    };
    /** As the app's own side knows it. */
    const closed = new Promise<void>((resolve) => {
      server.on("connection", (socket) => socket.once("close", () => resolve()));
    });
    return { type, told, onFailure, onOldDelivery, closed };
  }

  it("is refused in a second message if Slack closed the connection before the answer", async () => {
    const read = Promise.withResolvers<void>();
    const { type, told, onFailure, closed } = await start(async ({ ack }) => {
      read.resolve();
      await closed;
      await ack(plainAnswer("it is on its way"));
    });
    const asked = type(0);
    asked.on("error", () => {});
    await read.promise;
    asked.destroy();
    await eventually(() => expect(told).toEqual([tooSlow]));
    const error = expect.any(NotAcknowledgedError);
    expect(onFailure.mock.calls).toEqual([[{ reference: "ref-1", surface: "/x", error }]]);
  });

  it.each([
    { ageMs: 5000, isOld: false },
    { ageMs: 12_000, isOld: true },
  ])("and signed $ageMs ms ago is refused as too old: $isOld", async ({ ageMs, isOld }) => {
    const run = vi.fn(({ ack }: Command) => ack(plainAnswer("on its way")));
    const { type, onOldDelivery, onFailure } = await start(run);
    const [reply] = await once(type(ageMs), "response");
    expect(JSON.parse(await text(reply)).text).toBe(isOld ? tooSlow : "on its way");
    expect(run).toHaveBeenCalledTimes(isOld ? 0 : 1);
    expect(onOldDelivery).toHaveBeenCalledTimes(isOld ? 1 : 0);
    for (const [age] of onOldDelivery.mock.calls) expect(age).toBeGreaterThan(10_000);
    expect(onFailure).not.toHaveBeenCalled();
  });
});
