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

describe("who is in a group", () => {
  it("is known when the start is over", async () => {
    const { people, start } = await startPeople();
    await start();
    expect(people.isOn(inGroup, known)).toBe(true);
    expect(people.isOn(inGroup, { ...known, id: "U2" })).toBe(false);
    expect(people.isOn(inGroup, { ...known, standing: "outsider" })).toBe(false);
    expect(people.isOn(inGroup, { ...known, standing: "not_known" })).toBe(false);
  });

  it("is known after a start on which Slack failed twice at first", async () => {
    let left = 2;
    const group = () => (left-- > 0 ? down : members("U1"));
    const { people, start, failures } = await startPeople({ group });
    await start();
    expect(failures).toHaveLength(2);
    expect(people.isOn(inGroup, known)).toBe(true);
  });

  it("is not told as a no while it isn't known, and is known by itself once Slack answers", async () => {
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

  it("doesn't hold up a start for ever when Slack is silent", async () => {
    const { people, start } = await startPeople({ group: () => "silence" }, ["S1"], impatient);
    await start();
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
  });

  it("waits as long as Slack says when it is asked too often", async () => {
    let answer: Reply = { status: 429, headers: { "retry-after": "3600" } };
    const { people, start, calls } = await startPeople({ group: () => answer }, ["S1"], impatient);
    const starting = start();
    await eventually(() => expect(calls).toHaveLength(1));
    answer = members("U1");
    await starting;
    expect(calls).toHaveLength(1);
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
  });

  it("doesn't matter to whom another way makes the right certain", async () => {
    const group = (id: string) => (id === "S1" ? members("U1") : down);
    const { people } = await startPeople({ group }, ["S1", "S2"]);
    await Promise.all([people.groupChanged("S1"), people.groupChanged("S2")]);
    const both = { everyone: false, users: ["U3"], groups: ["S2", "S1"] };
    expect(people.isOn(both, known)).toBe(true);
    expect(people.isOn(both, { ...known, id: "U3" })).toBe(true);
    expect(people.isOn(both, { ...known, id: "U4", standing: "outsider" })).toBe(false);
    expect(() => people.isOn(both, { ...known, id: "U4" })).toThrow("S2");
  });

  it("is believed for 15 minutes and no longer", async () => {
    const { people, clock, start } = await startPeople();
    await start();
    clock.elapsedMs += 15 * minuteMs;
    expect(people.isOn(inGroup, known)).toBe(true);
    clock.elapsedMs += 1;
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
    expect(() => people.isOn(inGroup, { ...known, id: "U2" })).toThrow(GroupNotKnownError);
  });

  it("lasts no longer when the clock is set back by hours", async () => {
    const { people, clock, start } = await startPeople();
    const person = await people.recognise("U1");
    await start();
    clock.aheadMs = -180 * minuteMs;
    clock.elapsedMs += 15 * minuteMs + 1;
    expect(() => people.isOn(inGroup, person)).toThrow(GroupNotKnownError);
  });

  it("lasts no longer when the machine slept in between, and is read at once", async () => {
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

  it("is asked as seldom as Slack says, also by everybody who comes after the machine slept", async () => {
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

  it("is read again when it changed, also when Slack fails at first", async () => {
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

  it("isn't asked of a group that no right hangs on", async () => {
    const { people, calls } = await startPeople();
    await people.groupChanged("S9");
    expect(calls).toEqual([]);
  });
});

it("lets a slow answer from before a change not undo what was read after it", async () => {
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
  // Behind this reading the late answer has come, too.
  await people.groupChanged("S2");
  await people.recognise("U1");
  expect(people.isOn(inGroup, known)).toBe(false);
});

it("somebody who left a group is out at once, though Slack doesn't say who is left", async () => {
  let reply: Reply = members("U1", "U2");
  const { people, start } = await startPeople({ group: () => reply });
  await start();
  reply = down;
  await people.groupChanged("S1", ["U1"]);
  expect(people.isOn(inGroup, known)).toBe(false);
  expect(people.isOn(inGroup, { ...known, id: "U2" })).toBe(true);
});
