import { describe, expect, it } from "vitest";
import { machineNowIn } from "../../../../test/support/story-clock.ts";
import { bare, bolt } from "./bare-socket.ts";
import { rules } from "./web-client.ts";

describe("signed HTTP", () => {
  const form = (text: string) =>
    new URLSearchParams({ command: "/hello", text, user_id: "U0JOON", channel_id: "C0TESTS" }).toString();

  it("is accepted, and the same body again with a new signature", async () => {
    let count = 0;
    const slack = await bolt(
      (app) =>
        app.command("/hello", async ({ ack }) => {
          count += 1;
          await ack();
        }),
      { delivery: { kind: "http" } },
    );
    const { id, ack } = await slack.as("U0JOON").command("/hello", "한글 & more");
    expect(ack).toMatchObject({ status: 200, body: null });
    expect((await slack.redeliver(id)).ack?.status).toBe(200);
    expect(count).toBe(2);
  });

  it("is refused when it is forged, stale, altered or unsigned", async () => {
    const slack = await bolt((app) => app.command("/hello", async ({ ack }) => await ack()), {
      delivery: { kind: "http" },
    });
    const body = form("x");
    const send = async (headers: { [name: string]: string }, sent = body) =>
      (await slack.deliverRaw({ body: sent, headers })).status;
    expect(await send(slack.signatureHeaders(body))).toBe(200);
    expect(await send(slack.signatureHeaders(body), form("y"))).toBe(401);
    expect(await send(slack.signatureHeaders(body, { secret: "other" }))).toBe(401);
    expect(await send(slack.signatureHeaders(body, { at: machineNowIn({ seconds: -301 }) }))).toBe(401);
    expect(await send({})).toBe(401);
  });

  it("counts an HTTP error as a failed dispatch", async () => {
    const slack = await bare({ delivery: { kind: "http" } });
    slack.setRequestUrl(`${slack.apiUrl.replace("/api/", "")}/nowhere`);
    expect(await slack.as("U0JOON").command("/hello")).toMatchObject({
      trouble: "dispatch_failed",
      ack: { status: 404 },
    });
    expect(rules(slack)).toEqual(["bad_status"]);
  });
});
