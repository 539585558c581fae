import { describe, expect, it } from "vitest";
import { aModal } from "../../../../sandbox/test/support/bolt-app.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import {
  createAcknowledger,
  InteractionState,
  NotAcknowledgedError,
} from "../../../../src/slack/edge/attend.ts";
import type { Command } from "../../../../src/slack/edge/interaction.ts";
import { button, joon, modes, noGuide, opening, startEdge, tests, tooSlow } from "./start-edge.ts";

const moments = [
  ["when it is read", 0],
  ["before its acknowledgement", 1],
  ["during its acknowledgement", 2],
] as const;

describe.each(modes)("the app's Slack edge, over %s", (mode) => {
  /** Each handler acts after its acknowledgement; `isLate` answers true after so many questions. */
  async function start(looksInTime: number) {
    const did: string[] = [];
    const act = async ({ ack }: { ack: () => Promise<void> }) => {
      did.push("asked");
      await ack();
      did.push("acted");
    };
    const hello = {
      ...{ guide: noGuide, answersAgain: true },
      run: (c: Command) => act({ ack: () => c.ack(plainAnswer("on its way")) }),
    };
    const edge = await startEdge(mode, {
      commands: { ...opening(aModal("f")), "/hello": hello },
      ...{ submissions: { f: act }, clicks: { b: act }, shortcuts: { constructor: act, toString: act } },
    });
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
    const sayHello = () => edge.person.command("/hello", "", { conversation: tests });
    return { ...edge, did, hold, expectRefused, expectNothingDone, sayHello };
  }

  it.each(moments)("refuses a command that is late %s", async (_, looks) => {
    const { sayHello, hold, expectRefused, expectNothingDone } = await start(looks);
    hold();
    const { ack } = await sayHello();
    await expectRefused();
    expectNothingDone();
    expect(JSON.stringify(ack?.body).includes(tooSlow)).toBe(looks < 2);
  });

  it.each(moments)(
    "refuses a submission that is late %s, in its form or in a direct message",
    async (_, looks) => {
      const { person, openForm, hold, expectRefused, expectNothingDone } = await start(looks);
      await openForm();
      await person.fill("name", "x");
      hold();
      const submitted = await person.submit();
      if (looks < 2) expect(submitted).toMatchObject({ kind: "errors", errors: { name: tooSlow } });
      else await expectRefused();
      expectNothingDone();
    },
  );

  type Press = (edge: Awaited<ReturnType<typeof start>>) => Promise<unknown>;
  const presses: [string, Press][] = [
    ["click", ({ slack, person }) => person.click({ message: slack.messages(tests)[0]! }, "b")],
    ["shortcut", ({ person }) => person.shortcut("constructor")],
    [
      "message shortcut",
      ({ slack, person }) => person.messageShortcut("toString", slack.messages(tests)[0]!),
    ],
  ];
  const latePresses = presses.flatMap(([what, press]) =>
    moments.map(([moment, looks]) => ({ what, press, moment, looks })),
  );
  it.each(latePresses)("refuses a $what that is late $moment", async ({ press, looks }) => {
    const edge = await start(looks);
    await edge.client.chat.postMessage({ channel: tests, text: "buttons", blocks: button("b") });
    edge.hold();
    await press(edge);
    await edge.expectRefused();
    edge.expectNothingDone();
  });

  it("also refuses the redelivery of a command that it refused", async () => {
    const { slack, sayHello, did, looks, hold } = await start(0);
    hold();
    const { id } = await sayHello();
    looks.inTime = Number.POSITIVE_INFINITY;
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain(tooSlow);
    expect(did).toEqual([]);
  });

  it("doesn't call a late redelivery unsent if the first delivery was acknowledged in time", async () => {
    const { slack, sayHello, did, hold } = await start(0);
    const { id } = await sayHello();
    hold();
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain("on its way");
    expect(did).toEqual(["asked", "acted", "asked"]);
    expect(slack.ephemerals(joon).map(({ text }) => text)).not.toContain(tooSlow);
  });
});

describe("the delivery of a command or click", () => {
  /** A handler's side of one. Slack takes its acknowledgement unless it `fails`. */
  function aDelivery({ fails = false } = {}) {
    const now = { isLate: false };
    const delivery = new InteractionState();
    const ack = async () => {
      if (fails) throw new Error("the socket is gone");
    };
    const answer = createAcknowledger<void>(delivery, { ack, context: { isLate: () => now.isLate } });
    delivery.first = answer;
    return { now, answer };
  }

  it("is given up once it is late without an acknowledgement, even after it was refused", async () => {
    const { now, answer } = aDelivery();
    expect(answer.isGivenUp()).toBe(false);
    now.isLate = true;
    expect(answer.isGivenUp()).toBe(true);
    await expect(answer.ack()).rejects.toThrow();
    await answer.refuse();
    expect(answer.isGivenUp()).toBe(true);
  });

  it("is given up if its acknowledgement fails", async () => {
    const { answer } = aDelivery({ fails: true });
    await expect(answer.ack()).rejects.toThrow();
    expect(answer.isGivenUp()).toBe(true);
  });

  it("is not given up if it was acknowledged in time, however long its handler takes", async () => {
    const { now, answer } = aDelivery();
    await answer.ack();
    now.isLate = true;
    expect(answer.isGivenUp()).toBe(false);
  });
});
