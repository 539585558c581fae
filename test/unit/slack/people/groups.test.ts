import { describe, expect, it } from "vitest";
import { GroupNotKnownError } from "../../../../src/slack/people/people.ts";
import { eventually } from "../../../support/eventually.ts";
import {
  down,
  impatient,
  inGroup,
  known,
  members,
  minuteMs,
  type Reply,
  startPeople,
} from "./asked-slack.ts";

describe("membership of a user group", () => {
  it("is known after the start", async () => {
    const { people, start } = await startPeople();
    await start();
    expect(people.isOn(inGroup, known)).toBe(true);
    expect(people.isOn(inGroup, { ...known, id: "U2" })).toBe(false);
    expect(people.isOn(inGroup, { ...known, standing: "outsider" })).toBe(false);
    expect(people.isOn(inGroup, { ...known, standing: "not_known" })).toBe(false);
  });

  it("is known after a start during which Slack failed twice", async () => {
    let left = 2;
    const group = () => (left-- > 0 ? down : members("U1"));
    const { people, start, failures } = await startPeople({ group });
    await start();
    expect(failures).toHaveLength(2);
    expect(people.isOn(inGroup, known)).toBe(true);
  });

  it("throws GroupNotKnownError until Slack answers", async () => {
    let answer: Reply = down;
    const { people, start } = await startPeople({ group: () => answer }, ["S1"], impatient);
    const starting = start();
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
    expect(() => people.isOn(inGroup, known)).toThrow("S1");
    expect(people.isKnownToBeOn(inGroup, known)).toBe(false);
    await starting;
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
    answer = members("U1");
    await eventually(() => expect(people.isOn(inGroup, known)).toBe(true));
  });

  it("doesn't block the start when Slack is silent", async () => {
    const { people, start } = await startPeople({ group: () => "silence" }, ["S1"], impatient);
    await start();
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
  });

  it("isn't read again before the time in Slack's retry-after", async () => {
    let answer: Reply = { status: 429, headers: { "retry-after": "3600" } };
    const { people, start, calls } = await startPeople({ group: () => answer }, ["S1"], impatient);
    const starting = start();
    await eventually(() => expect(calls).toHaveLength(1));
    answer = members("U1");
    await starting;
    expect(calls).toHaveLength(1);
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
  });

  it("isn't needed for somebody who has the right in another way", async () => {
    const group = (id: string) => (id === "S1" ? members("U1") : down);
    const { people } = await startPeople({ group }, ["S1", "S2"]);
    await Promise.all([people.groupChanged("S1"), people.groupChanged("S2")]);
    const both = { everyone: false, users: ["U3"], groups: ["S2", "S1"] };
    expect(people.isOn(both, known)).toBe(true);
    expect(people.isOn(both, { ...known, id: "U3" })).toBe(true);
    expect(people.isOn(both, { ...known, id: "U4", standing: "outsider" })).toBe(false);
    expect(() => people.isOn(both, { ...known, id: "U4" })).toThrow("S2");
  });

  it("is believed for 15 minutes", async () => {
    const { people, clock, start } = await startPeople();
    await start();
    clock.elapsedMs += 15 * minuteMs;
    expect(people.isOn(inGroup, known)).toBe(true);
    clock.elapsedMs += 1;
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
    expect(() => people.isOn(inGroup, { ...known, id: "U2" })).toThrow(GroupNotKnownError);
  });

  it("expires after 15 minutes although the clock was set back by hours", async () => {
    const { people, clock, start } = await startPeople();
    const person = await people.recognise("U1");
    await start();
    clock.aheadMs = -180 * minuteMs;
    clock.elapsedMs += 15 * minuteMs + 1;
    expect(() => people.isOn(inGroup, person)).toThrow(GroupNotKnownError);
  });

  it("expires when the machine slept, and is then read again", async () => {
    const { people, clock, calls, start } = await startPeople();
    await start();
    const before = calls.length;
    clock.aheadMs = 15 * minuteMs + 1;
    for (let asked = 0; asked < 3; asked += 1) {
      expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
    }
    await eventually(() => expect(people.isOn(inGroup, known)).toBe(true));
    expect(calls).toHaveLength(before + 1);
  });

  it("is read no sooner than Slack's retry-after, however many people ask", async () => {
    let answer: Reply = members("U1");
    const { people, clock, calls, failures, start } = await startPeople({ group: () => answer });
    await start();
    const before = calls.length;
    answer = { status: 429, headers: { "retry-after": "3600" } };
    clock.aheadMs = 15 * minuteMs + 1;
    expect(people.isKnownToBeOn(inGroup, known)).toBe(false);
    await eventually(() => expect(failures).toHaveLength(1));
    for (let asked = 0; asked < 20; asked += 1) {
      expect(people.isKnownToBeOn(inGroup, known)).toBe(false);
      await new Promise(setImmediate);
    }
    expect(calls).toHaveLength(before + 1);
  });

  it("is read again after a change, also when Slack fails at first", async () => {
    let answers: Reply[] = [];
    const group = () => answers.shift() ?? members("U1");
    const { people, start } = await startPeople({ group });
    await start();
    answers = [down, members("U2")];
    await people.groupChanged("S1");
    expect(people.isOn(inGroup, known)).toBe(true);
    await eventually(() => expect(people.isOn(inGroup, { ...known, id: "U2" })).toBe(true));
    expect(people.isOn(inGroup, known)).toBe(false);
  });

  it("isn't read for a group that gives no right", async () => {
    const { people, calls } = await startPeople();
    await people.groupChanged("S9");
    expect(calls).toEqual([]);
  });
});

it("a late answer from before a group's change doesn't undo a newer one", async () => {
  const before = Promise.withResolvers<Reply>();
  let asked = 0;
  const { people, start } = await startPeople({
    group: () => {
      asked += 1;
      return asked === 1 ? before.promise : { body: { ok: true, users: [] } };
    },
  });
  const started = start();
  await eventually(() => expect(asked).toBe(1));
  await people.groupChanged("S1");
  expect(people.isOn(inGroup, known)).toBe(false);
  before.resolve({ body: { ok: true, users: ["U1"] } });
  await started;
  // After this reading the late answer has come, too.
  await people.groupChanged("S2");
  await people.recognise("U1");
  expect(people.isOn(inGroup, known)).toBe(false);
});

it("somebody who left a user group loses the right at once, although Slack is down", async () => {
  let reply: Reply = members("U1", "U2");
  const { people, start } = await startPeople({ group: () => reply });
  await start();
  reply = down;
  await people.groupChanged("S1", ["U1"]);
  expect(people.isOn(inGroup, known)).toBe(false);
  expect(people.isOn(inGroup, { ...known, id: "U2" })).toBe(true);
});
