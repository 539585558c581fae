import { describe, expect, it } from "vitest";
import { lookupBudgetMs } from "../../../../src/slack/people/people.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { eventually } from "../../../support/eventually.ts";
import { down, homeTeam, member, members, minuteMs, type Reply, startPeople, user } from "./asked-slack.ts";

it("people.namedOn gives a list's users and group members without outsiders", async () => {
  const list = { everyone: false, users: ["U2", "U3"], groups: ["S1"] };
  const asked = { group: () => members("U1", "U2"), user: user({ id: "U1", is_restricted: true }) };
  const { people, start } = await startPeople(asked);
  expect(people.namedOn(list)).toBeNull();
  await start();
  expect(people.namedOn(list)).toEqual(new Set(["U1", "U2", "U3"]));
  await people.recognise("U1");
  expect(people.namedOn(list)).toEqual(new Set(["U2", "U3"]));
  expect(people.namedOn({ ...list, everyone: true })).toBe("everyone");
});

describe("people.recognise", () => {
  it.each([
    ["a full member", {}, "member"],
    ["somebody who was deactivated", { deleted: true }, "outsider"],
    ["a guest", { is_restricted: true }, "outsider"],
    ["a guest of one conversation", { is_restricted: true, is_ultra_restricted: true }, "outsider"],
    ["somebody with a single-channel flag alone", { is_ultra_restricted: true }, "outsider"],
    ["a bot", { is_bot: true }, "outsider"],
    ["somebody of another organisation", { team_id: "T0OTHER" }, "outsider"],
    [
      "somebody of another workspace of this organisation",
      { team_id: "T0OTHER", enterprise_user: { enterprise_id: "E0HOME", teams: ["T0OTHER"] } },
      "outsider",
    ],
    [
      "somebody of this and another workspace of this organisation",
      { team_id: "T0OTHER", enterprise_user: { enterprise_id: "E0HOME", teams: ["T0OTHER", homeTeam] } },
      "member",
    ],
    [
      "somebody of another enterprise",
      { team_id: "T0OTHER", enterprise_user: { enterprise_id: "E0OTHER" } },
      "outsider",
    ],
    ["somebody without a workspace", { team_id: undefined }, "outsider"],
  ])("judges whether %s is a member", async (_, fields, standing) => {
    const { people } = await startPeople({ user: user(fields) });
    const person = await people.recognise("U1");
    expect(person.standing).toBe(standing);
    const everyone = { everyone: true, users: ["U1"], groups: [] };
    expect(people.isOn(everyone, person)).toBe(standing === "member");
    expect(people.isKnownToBeOn(everyone, person)).toBe(standing === "member");
  });

  it.each([
    ["ko-KR", "ko"],
    ["en-GB", "en"],
    ["fr-FR", "ko"],
    [undefined, "ko"],
  ])("reads the locale %s as %s, with ko as the default", async (locale, language) => {
    const { people } = await startPeople({ user: user({ locale }) });
    expect((await people.recognise("U1")).locale).toBe(language);
  });

  it.each<[string, Reply]>([
    ["fails", down],
    ["refuses", { body: { ok: false, error: "user_not_found" } }],
    ["names nobody", { body: { ok: true } }],
    ["never answers", "silence"],
  ])("knows no membership when Slack %s", async (_, reply) => {
    const { within, limitsMs } = createSpentBudgets();
    const isSilent = reply === "silence";
    const { people } = await startPeople({ user: () => reply, ...(isSilent ? { within } : {}) });
    expect(await people.recognise("U1")).toEqual({ id: "U1", locale: "ko", standing: "not_known" });
    expect(limitsMs).toEqual(isSilent ? [lookupBudgetMs] : []);
  });

  it("asks Slack once for many clicks, and again after six minutes", async () => {
    const { people, clock, calls } = await startPeople();
    await Promise.all(Array.from({ length: 20 }, () => people.recognise("U1")));
    await people.recognise("U1");
    expect(calls).toHaveLength(1);
    clock.elapsedMs += 6 * minuteMs;
    expect((await people.recognise("U1")).standing).toBe("member");
    await eventually(() => expect(calls).toHaveLength(2));
  });

  it("believes Slack's answer for 15 minutes", async () => {
    let answer: Reply = { body: { ok: true, user: member } };
    const { people, clock, failures } = await startPeople({ user: () => answer });
    await people.recognise("U1");
    answer = down;
    clock.elapsedMs += 15 * minuteMs;
    expect((await people.recognise("U1")).standing).toBe("member");
    await eventually(() => expect(failures).toEqual(["users.info"]));
    clock.elapsedMs += 1;
    // The language gives no right: it is kept.
    expect(await people.recognise("U1")).toEqual({ id: "U1", locale: "en", standing: "not_known" });
  });

  it("believes no older answer although the clock was set back by hours", async () => {
    let answer: Reply = { body: { ok: true, user: member } };
    const { people, clock } = await startPeople({ user: () => answer });
    await people.recognise("U1");
    answer = down;
    clock.aheadMs = -180 * minuteMs;
    clock.elapsedMs += 15 * minuteMs + 1;
    expect((await people.recognise("U1")).standing).toBe("not_known");
  });

  it("asks Slack again when the machine slept", async () => {
    let answer: Reply = { body: { ok: true, user: member } };
    const { people, clock } = await startPeople({ user: () => answer });
    await people.recognise("U1");
    answer = { body: { ok: true, user: { ...member, deleted: true } } };
    clock.aheadMs = 15 * minuteMs + 1;
    expect((await people.recognise("U1")).standing).toBe("outsider");
    expect((await people.recognise("U1")).standing).toBe("outsider");
  });
});

describe("a change of an account", () => {
  const guest = { ...member, is_restricted: true };

  it("asks Slack nothing for a person whom the app doesn't know", async () => {
    const { people, calls } = await startPeople();
    await people.changed(guest);
    expect(calls).toEqual([]);
  });

  it.each([
    ["takes access away at once, without Slack's answer", down, guest, "outsider"],
    ["gives no access that Slack's answer denies", { body: { ok: true, user: guest } }, member, "outsider"],
    [
      "takes no access away that Slack's answer confirms",
      { body: { ok: true, user: member } },
      guest,
      "member",
    ],
    ["leaves a member with a new status a member", { body: { ok: true, user: member } }, member, "member"],
  ])("%s", async (_, reply, changed, standing) => {
    let answer: Reply = { body: { ok: true, user: member } };
    const { people } = await startPeople({ user: () => answer });
    await people.recognise("U1");
    answer = reply;
    await people.changed(changed);
    expect((await people.recognise("U1")).standing).toBe(standing);
  });

  it("is not undone by the answer to an earlier look-up", async () => {
    const answers = [Promise.withResolvers<Reply>(), Promise.withResolvers<Reply>()];
    let asked = 0;
    const { people, calls } = await startPeople({
      user: () => {
        asked += 1;
        return answers[asked - 1]!.promise;
      },
    });
    const before = people.recognise("U1");
    await eventually(() => expect(calls).toHaveLength(1));
    const changing = people.changed(guest);
    await eventually(() => expect(calls).toHaveLength(2));
    answers[1]!.resolve({ body: { ok: true, user: guest } });
    await changing;
    answers[0]!.resolve({ body: { ok: true, user: member } });
    expect((await before).standing).toBe("outsider");
    expect((await people.recognise("U1")).standing).toBe("outsider");
  });
});

it.each<[string, Reply, string]>([
  ["a member", { body: { ok: true, user: member } }, "member"],
  [
    "somebody deactivated a moment ago",
    { body: { ok: true, user: { ...member, deleted: true } } },
    "outsider",
  ],
  ["somebody of whom Slack says nothing in time", "silence", "not_known"],
])("people.reread recognises %s, whatever was believed before", async (_, reply, standing) => {
  let answer: Reply = { body: { ok: true, user: member } };
  const { people } = await startPeople({ user: () => answer });
  await people.recognise("U1");
  answer = reply;
  const nobody = { everyone: false, users: [], groups: [] };
  expect(await people.reread(["U1"], nobody)).toEqual([{ id: "U1", locale: "en", standing }]);
});
