import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { SILENT } from "../../support/bolt-app.ts";
import { bare, bolt, connect, until } from "./bare-socket.ts";
import { rules } from "./web-client.ts";

describe("events", () => {
  it("come again until they are acknowledged, with the attempt counted", async () => {
    const slack = await bare({ eventRetryDelaysMs: [0, 0] });
    const socket = await connect(slack);
    const opened = slack.as("U0JOON").openHome();
    await until(() => socket.envelopes.length === 2, "the retry");
    socket.ack(1);
    expect(await opened).toMatchObject({ ack: null, trouble: null });
    const [first, second] = socket.envelopes;
    expect([first?.retry_attempt, second?.retry_attempt]).toEqual([0, 1]);
    expect(second?.payload).toEqual(first?.payload);
    expect(rules(slack)).toEqual(["no_ack"]);
  });

  it("wait for a socket when there is none, and move to another one when theirs is cut", async () => {
    const slack = await bare();
    expect(await slack.setUserGroupMembers("S0ONCALL", ["U0MINA"])).toMatchObject({ ack: null });
    const first = await connect(slack);
    await until(() => first.envelopes.length === 1, "the waiting event");
    slack.socket.disconnect("drop");
    const second = await connect(slack);
    await until(() => second.envelopes.length === 1, "the event again");
    expect(second.envelopes[0]?.payload["event"]).toMatchObject({
      type: "subteam_members_changed",
      added_users: ["U0MINA"],
      removed_users: ["U0DANA"],
    });
    second.ack(0);
    expect(slack.findings).toEqual([]);
  });

  it("the manifest does not subscribe to stay where they are", async () => {
    const slack = await bolt(() => {});
    expect(await slack.sendEvent({ type: "message", text: "x" })).toMatchObject({ payload: {}, ack: null });
    expect(slack.traffic.filter(({ via }) => via === "socket")).toEqual([]);
  });

  it("reach a real Bolt app, which publishes its Home tab", async () => {
    const slack = await bolt((app) =>
      app.event("app_home_opened", async ({ event, client }) => {
        if (event.tab !== "home") return;
        await client.views.publish({
          user_id: event.user,
          view: { type: "home", blocks: [{ type: "divider" }] },
        });
      }),
    );
    const seen: string[] = [];
    slack.on((event) => void (event.kind === "home" && seen.push(event.userId)));
    await slack.as("U0MINA").openMessagesTab();
    await slack.as("U0MINA").openHome();
    await slack.waitFor(() => slack.home("U0MINA"), { what: "Mina's Home tab" });
    expect(seen).toEqual(["U0MINA"]);
  });
});

describe("sockets", () => {
  it("share the payloads: each goes to one of them", async () => {
    const slack = await bare();
    const sockets = [await connect(slack), await connect(slack)];
    const commands = ["a", "b", "c", "d"].map((text) => slack.as("U0JOON").command("/hello", text));
    await until(() => sockets.every(({ envelopes }) => envelopes.length === 2), "two each");
    for (const socket of sockets) for (const index of [0, 1]) socket.ack(index);
    expect((await Promise.all(commands)).map(({ trouble }) => trouble)).toEqual([null, null, null, null]);
    const texts = sockets.map(({ envelopes }) => envelopes.map(({ payload }) => payload["text"]));
    expect(texts.flat().toSorted()).toEqual(["a", "b", "c", "d"]);
  });

  it.each(["refresh_requested", "warning", "drop"] as const)("come back after %s", async (reason) => {
    const slack = await bolt((app) => app.command("/hello", async ({ ack }) => await ack("hi")), {}, 1500);
    const counts: number[] = [];
    slack.on((event) => void (event.kind === "connection" && counts.push(event.connections)));
    slack.socket.disconnect(reason);
    await until(() => counts.includes(0) && slack.socket.connections() === 1, "the new socket");
    expect((await slack.as("U0JOON").command("/hello")).ack).toMatchObject({ body: { text: "hi" } });
  });

  it("are refused while connections are, and tickets open one socket each", async () => {
    const slack = await bare();
    const client = new WebClient(slack.appToken, {
      slackApiUrl: slack.apiUrl,
      logger: SILENT,
      retryConfig: { retries: 0 },
    });
    const { url } = await client.apps.connections.open({});
    slack.socket.refuseConnections(true);
    await expect(client.apps.connections.open({})).rejects.toMatchObject({ statusCode: 500 });
    const refused = (address: string) =>
      new Promise<string>((resolve) =>
        new WebSocket(address).once("error", ({ message }) => resolve(message)),
      );
    expect(await refused(url ?? "")).toContain("403");
    slack.socket.refuseConnections(false);
    await connect(slack);
    expect(await refused((url ?? "").replace(/ticket-\w+/, "ticket-forged"))).toContain("403");
  });
});
