import { describe, expect, it } from "vitest";
import { aModal } from "../../../../sandbox/test/support/bolt-app.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { NotAcknowledgedError } from "../../../../src/slack/edge/attend.ts";
import { button, joon, noGuide, startEdge, tests, tooSlow } from "./start-edge.ts";

const moments = [
  ["when it is read", 0],
  ["before its acknowledgement", 1],
  ["during its acknowledgement", 2],
] as const;

describe.each(["socket", "http"] as const)("the edge, over %s", (mode) => {
  /** Each handler acts after its acknowledgement; `isLate` answers true after so many questions. */
  async function start(looksInTime: number) {
    const did: string[] = [];
    const act = async ({ ack }: { ack: () => Promise<void> }) => {
      did.push("asked");
      await ack();
      did.push("acted");
    };
    const edge = await startEdge(mode, {
      commands: {
        "/form": { guide: noGuide, run: async (c) => void (await c.openModal(aModal("f"))) },
        "/hello": {
          guide: noGuide,
          answersAgain: true,
          run: (c) => act({ ack: () => c.ack(plainAnswer("on its way")) }),
        },
      },
      submissions: { f: act },
      clicks: { b: act },
      shortcuts: { constructor: act, toString: act },
    });
    const person = edge.slack.as(joon);
    const expectRefused = async () => {
      await edge.told(tooSlow);
      const all = [...edge.slack.ephemerals(joon), ...edge.slack.dm(joon)];
      expect(all.filter(({ text }) => text === tooSlow)).toHaveLength(1);
    };
    const hold = () => {
      edge.looks.inTime = looksInTime;
    };
    const expectNothingDone = () => {
      expect(did).toEqual(looksInTime === 0 ? [] : ["asked"]);
      const isLogged = looksInTime > 0;
      expect(edge.failures).toMatchObject(isLogged ? [{ error: expect.any(NotAcknowledgedError) }] : []);
      expect(edge.slack.findings).toEqual([]);
    };
    return { ...edge, person, did, hold, expectRefused, expectNothingDone };
  }

  it.each(moments)("refuses a command that is late %s", async (_, looks) => {
    const { person, hold, expectRefused, expectNothingDone } = await start(looks);
    hold();
    const { ack } = await person.command("/hello", "", { conversation: tests });
    await expectRefused();
    expectNothingDone();
    expect(JSON.stringify(ack?.body).includes(tooSlow)).toBe(looks < 2);
  });

  it.each(moments)(
    "refuses, in its modal or in a message, a submission that is late %s",
    async (_, looks) => {
      const { slack, person, hold, expectRefused, expectNothingDone } = await start(looks);
      await person.command("/form");
      await slack.waitFor(() => person.views().length === 1, { what: "the form" });
      await person.fill("name", "x");
      hold();
      const submitted = await person.submit();
      if (looks < 2) expect(submitted).toMatchObject({ kind: "errors", errors: { name: tooSlow } });
      else await expectRefused();
      expectNothingDone();
    },
  );

  it.each(moments)("refuses a click that is late %s", async (_, looks) => {
    const { slack, client, person, hold, expectRefused, expectNothingDone } = await start(looks);
    await client.chat.postMessage({ channel: tests, text: "buttons", blocks: button("b") });
    hold();
    await person.click({ message: slack.messages(tests)[0]! }, "b");
    await expectRefused();
    expectNothingDone();
  });

  it.each(moments)("refuses a shortcut that is late %s", async (_, looks) => {
    const { person, hold, expectRefused, expectNothingDone } = await start(looks);
    hold();
    await person.shortcut("constructor");
    await expectRefused();
    expectNothingDone();
  });

  it.each(moments)("refuses a message shortcut that is late %s", async (_, looks) => {
    const { person, hold, expectRefused, expectNothingDone } = await start(looks);
    const message = person.say(tests, "x");
    hold();
    await person.messageShortcut("toString", message);
    await expectRefused();
    expectNothingDone();
  });

  it("refuses a redelivery of a refused command, too", async () => {
    const { slack, person, did, looks, hold } = await start(0);
    hold();
    const { id } = await person.command("/hello", "", { conversation: tests });
    looks.inTime = Number.POSITIVE_INFINITY;
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain(tooSlow);
    expect(did).toEqual([]);
  });

  it("doesn't call a late redelivery unsent if another delivery was acknowledged in time", async () => {
    const { slack, person, did, hold } = await start(0);
    const { id } = await person.command("/hello", "", { conversation: tests });
    hold();
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain("on its way");
    expect(did).toEqual(["asked", "acted", "asked"]);
    expect(slack.ephemerals(joon).map(({ text }) => text)).not.toContain(tooSlow);
  });
});
