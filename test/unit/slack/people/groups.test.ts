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

const limited: Reply = { status: 429, headers: { "retry-after": "3600" } };

describe("the membership of a user group", () => {
  it("is known after the start, even if Slack failed twice", async () => {
    let left = 2;
    const group = () => (left-- > 0 ? down : members("U1"));
    const { people, start, failures, isIn } = await startPeople({ group });
    await start();
    expect(failures).toHaveLength(2);
    expect([isIn("U1"), isIn("U2")]).toEqual([true, false]);
    for (const standing of ["outsider", "not_known"] as const)
      expect(people.isOn(inGroup, { ...known, standing })).toBe(false);
  });

  it("throws GroupNotKnownError until Slack answers", async () => {
    let answer: Reply = down;
    const { people, start, isIn } = await startPeople({ group: () => answer }, ["S1"], impatient);
    const starting = start();
    expect(() => people.isOn(inGroup, known)).toThrow(GroupNotKnownError);
    expect(() => people.isOn(inGroup, known)).toThrow("S1");
    expect(people.isKnownToBeOn(inGroup, known)).toBe(false);
    await starting;
    expect(isIn()).toBeNull();
    answer = members("U1");
    await eventually(() => expect(isIn()).toBe(true));
  });

  it("doesn't block the start if Slack gives no answer", async () => {
    const { start, isIn } = await startPeople({ group: () => "silence" }, ["S1"], impatient);
    await start();
    expect(isIn()).toBeNull();
  });

  it("isn't read from Slack before the time in Slack's retry-after", async () => {
    let answer: Reply = limited;
    const { start, calls, isIn } = await startPeople({ group: () => answer }, ["S1"], impatient);
    const starting = start();
    await eventually(() => expect(calls).toHaveLength(1));
    answer = members("U1");
    await starting;
    expect(calls).toHaveLength(1);
    expect(isIn()).toBeNull();
  });

  it("isn't needed for a person who has the right in another way", async () => {
    const group = (id: string) => (id === "S1" ? members("U1") : down);
    const { people } = await startPeople({ group }, ["S1", "S2"]);
    await Promise.all([people.groupChanged("S1"), people.groupChanged("S2")]);
    const both = { everyone: false, users: ["U3"], groups: ["S2", "S1"] };
    expect(people.isOn(both, known)).toBe(true);
    expect(people.isOn(both, { ...known, id: "U3" })).toBe(true);
    expect(people.isOn(both, { ...known, id: "U4", standing: "outsider" })).toBe(false);
    expect(() => people.isOn(both, { ...known, id: "U4" })).toThrow("S2");
  });

  const believedMs = 15 * minuteMs;
  it.each([
    ["for 15 minutes", { elapsedMs: believedMs }, [true, false]],
    ["no longer than 15 minutes", { elapsedMs: believedMs + 1 }, [null, null]],
    [
      "no longer than 15 minutes, even if the clock was set back",
      { elapsedMs: believedMs + 1, aheadMs: -12 * believedMs },
      [null, null],
    ],
    ["no longer than 15 minutes, even if the machine slept", { aheadMs: believedMs + 1 }, [null, null]],
  ])("is believed %s", async (_, moved, believed) => {
    const { clock, start, isIn } = await startPeople();
    await start();
    Object.assign(clock, moved);
    expect([isIn("U1"), isIn("U2")]).toEqual(believed);
  });

  it("is read from Slack once when it is too old, however many people ask", async () => {
    const { clock, calls, start, isIn } = await startPeople();
    await start();
    const before = calls.length;
    clock.aheadMs = believedMs + 1;
    expect([isIn(), isIn(), isIn()]).toEqual([null, null, null]);
    await eventually(() => expect(isIn()).toBe(true));
    expect(calls).toHaveLength(before + 1);
  });

  it("isn't read before the time in Slack's retry-after, however many people ask", async () => {
    let answer: Reply = members("U1");
    const { people, clock, calls, failures, start } = await startPeople({ group: () => answer });
    await start();
    const before = calls.length;
    answer = limited;
    clock.aheadMs = believedMs + 1;
    expect(people.isKnownToBeOn(inGroup, known)).toBe(false);
    await eventually(() => expect(failures).toHaveLength(1));
    for (let asked = 0; asked < 20; asked += 1) {
      expect(people.isKnownToBeOn(inGroup, known)).toBe(false);
      await new Promise(setImmediate);
    }
    expect(calls).toHaveLength(before + 1);
  });

  it("is read from Slack after the group changed, even if Slack fails at first", async () => {
    let answers: Reply[] = [];
    const { people, start, isIn } = await startPeople({ group: () => answers.shift() ?? members("U1") });
    await start();
    answers = [down, members("U2")];
    await people.groupChanged("S1");
    expect(isIn()).toBe(true);
    await eventually(() => expect(isIn("U2")).toBe(true));
    expect(isIn()).toBe(false);
  });

  it("isn't read for a group that gives no right in this app", async () => {
    const { people, calls } = await startPeople();
    await people.groupChanged("S9");
    expect(calls).toEqual([]);
  });

  it("isn't changed by Slack's late answer to a question from before the group changed", async () => {
    const before = Promise.withResolvers<Reply>();
    let asked = 0;
    const { people, start, isIn } = await startPeople({
      group: () => {
        asked += 1;
        return asked === 1 ? before.promise : members();
      },
    });
    const started = start();
    await eventually(() => expect(asked).toBe(1));
    await people.groupChanged("S1");
    expect(isIn()).toBe(false);
    before.resolve(members("U1"));
    await started;
    // After this reading the late answer has come, too.
    await people.groupChanged("S2");
    await people.recognise("U1");
    expect(isIn()).toBe(false);
  });

  it("ends at once for a person who left the group, even if Slack is down", async () => {
    let reply: Reply = members("U1", "U2");
    const { people, start, isIn } = await startPeople({ group: () => reply });
    await start();
    reply = down;
    await people.groupChanged("S1", ["U1"]);
    expect([isIn("U1"), isIn("U2")]).toEqual([false, true]);
  });
});
