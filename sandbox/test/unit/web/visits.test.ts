import { describe, expect, it } from "vitest";
import { act, ask, type Started, start } from "./page-server.ts";

const typed = (text: string, more: object = {}) => ({
  act: "command",
  name: "/nothing",
  text,
  conversation: "C0TESTS",
  ...more,
});

async function privateTexts(started: Started, page: string): Promise<string[]> {
  const events = await ask(started, { path: `/events?as=U0JOON&page=${page}` });
  const snapshot = JSON.parse(events.body.split("data: ")[1]?.split("\n")[0] ?? "{}");
  return snapshot.messages
    .filter(({ ephemeralId }: { ephemeralId: string | null }) => ephemeralId !== null)
    .map(({ threadTs }: { threadTs: string | null }) => threadTs ?? "top");
}

describe("a newly opened window of the sandbox's page", () => {
  it("shows no earlier ephemeral answers, and shows those that come afterwards", async () => {
    const started = await start();
    await act(started, { as: "U0JOON", page: "first", act: typed("one") });
    expect(await privateTexts(started, "first")).toEqual(["top"]);
    expect(await privateTexts(started, "second")).toEqual([]);
    await act(started, { as: "U0JOON", page: "second", act: typed("two") });
    expect(await privateTexts(started, "second")).toEqual(["top"]);
    expect(await privateTexts(started, "first")).toEqual(["top", "top"]);
  });

  it("refuses a command in a thread with an answer, and doesn't deliver it to the bot", async () => {
    const started = await start();
    const parent = started.slack.as("U0JOON").say("C0TESTS", "a parent");
    const reply = await act(started, {
      as: "U0JOON",
      page: "p",
      act: typed("01012345678 secret", { name: "/hello", threadTs: parent.ts }),
    });
    expect(JSON.parse(reply.body).trouble).toContain("not supported in threads");
    expect(started.slack.messages("C0TESTS")).toHaveLength(1);
    expect(started.slack.ephemerals("U0JOON")).toMatchObject([{ threadTs: parent.ts, source: "client" }]);
    expect(JSON.stringify(started.slack.traffic)).not.toContain("secret");
  });
});
