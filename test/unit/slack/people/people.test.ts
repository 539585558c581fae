import { describe, expect, it } from "vitest";
import { renderNoAccess } from "../../../../src/slack/people/no-access.ts";
import { lookupBudgetMs } from "../../../../src/slack/people/people.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { eventually } from "../../../support/eventually.ts";
import { down, homeTeam, isUser, member, members, minuteMs, type Reply, startPeople } from "./asked-slack.ts";

const guest = { ...member, is_restricted: true };
const nobody = { everyone: false, users: [], groups: [] };

/** Slack answers this once it has said that U1 is a member. */
async function startKnowing(later: Reply) {
  let answer = isUser();
  const started = await startPeople({ user: () => answer });
  await started.people.recognise("U1");
  answer = later;
  const standing = async () => (await started.people.recognise("U1")).standing;
  return { ...started, standing };
}

it("people.namedOn returns the users and group members of a list, without outsiders", async () => {
  const list = { everyone: false, users: ["U2", "U3"], groups: ["S1"] };
  const asked = { group: () => members("U1", "U2"), user: () => isUser({ is_restricted: true }) };
  const { people, start } = await startPeople(asked);
  expect(people.namedOn(list)).toBeNull();
  await start();
  expect(people.namedOn(list)).toEqual(new Set(["U1", "U2", "U3"]));
  await people.recognise("U1");
  expect(people.namedOn(list)).toEqual(new Set(["U2", "U3"]));
  expect(people.namedOn({ ...list, everyone: true })).toBe("everyone");
});

describe("recognising a person (people.recognise)", () => {
  const ofEnterprise = (id: string, ...teams: string[]) => ({
    team_id: "T0OTHER",
    enterprise_user: { enterprise_id: id, ...(teams.length > 0 && { teams }) },
  });
  it.each([
    ["a full member", {}, "member"],
    ["somebody who was deactivated", { deleted: true }, "outsider"],
    ["a guest", { is_restricted: true }, "outsider"],
    ["a guest of one conversation", { is_restricted: true, is_ultra_restricted: true }, "outsider"],
    ["somebody with a single-channel flag alone", { is_ultra_restricted: true }, "outsider"],
    ["a bot", { is_bot: true }, "outsider"],
    ["somebody of another organisation", { team_id: "T0OTHER" }, "outsider"],
    ["somebody of another workspace of this organisation", ofEnterprise("E0HOME", "T0OTHER"), "outsider"],
    ["somebody of this and another workspace", ofEnterprise("E0HOME", "T0OTHER", homeTeam), "member"],
    ["somebody of another enterprise", ofEnterprise("E0OTHER"), "outsider"],
    ["somebody without a workspace", { team_id: undefined }, "outsider"],
  ])("tells whether %s is a member of the workspace", async (_, fields, standing) => {
    const { people } = await startPeople({ user: () => isUser(fields) });
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
  ])("reads Slack's locale %s as %s, with the default ko", async (locale, language) => {
    const { people } = await startPeople({ user: () => isUser({ locale }) });
    expect((await people.recognise("U1")).locale).toBe(language);
  });

  it.each<[string, Reply]>([
    ["fails", down],
    ["refuses", { body: { ok: false, error: "user_not_found" } }],
    ["names nobody", { body: { ok: true } }],
    ["never answers", "silence"],
  ])("returns “not_known” if Slack %s", async (_, reply) => {
    const { within, limitsMs } = createSpentBudgets();
    const isSilent = reply === "silence";
    const { people } = await startPeople({ user: () => reply, ...(isSilent ? { within } : {}) });
    expect(await people.recognise("U1")).toEqual({ id: "U1", locale: "ko", standing: "not_known" });
    expect(limitsMs).toEqual(isSilent ? [lookupBudgetMs] : []);
  });

  it("asks Slack once for many clicks, and a second time after six minutes", async () => {
    const { people, clock, calls } = await startPeople();
    await Promise.all(Array.from({ length: 20 }, () => people.recognise("U1")));
    await people.recognise("U1");
    expect(calls).toHaveLength(1);
    clock.elapsedMs += 6 * minuteMs;
    expect((await people.recognise("U1")).standing).toBe("member");
    await eventually(() => expect(calls).toHaveLength(2));
  });

  const believedMs = 15 * minuteMs;
  it.each([
    ["for 15 minutes", { elapsedMs: believedMs }, down, "member"],
    ["no longer than 15 minutes", { elapsedMs: believedMs + 1 }, down, "not_known"],
    [
      "no longer than 15 minutes, even if the clock was set back",
      { elapsedMs: believedMs + 1, aheadMs: -12 * believedMs },
      down,
      "not_known",
    ],
    [
      "no longer than 15 minutes, even if the machine slept",
      { aheadMs: believedMs + 1 },
      isUser({ deleted: true }),
      "outsider",
    ],
  ])("believes Slack's answer %s", async (_, moved, later, standing) => {
    const { people, clock, failures } = await startKnowing(later);
    Object.assign(clock, moved);
    // The language gives no right: it is kept.
    for (let twice = 0; twice < 2; twice += 1)
      expect(await people.recognise("U1")).toEqual({ id: "U1", locale: "en", standing });
    if (later === down) await eventually(() => expect(failures[0]).toBe("users.info"));
  });
});

describe("a change of a Slack account", () => {
  it("asks Slack nothing if the app doesn't know the person", async () => {
    const { people, calls } = await startPeople();
    await people.changed(guest);
    expect(calls).toEqual([]);
  });

  it.each([
    ["takes access away at once, without Slack's answer", down, guest, "outsider"],
    ["gives no access that Slack's answer denies", isUser(guest), member, "outsider"],
    ["takes no access away that Slack's answer confirms", isUser(), guest, "member"],
    ["leaves a member with a new status a member", isUser(), member, "member"],
  ])("%s", async (_, later, changed, judged) => {
    const { people, standing } = await startKnowing(later);
    await people.changed(changed);
    expect(await standing()).toBe(judged);
  });

  it("is not undone by the answer to an earlier question", async () => {
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
    answers[1]!.resolve(isUser(guest));
    await changing;
    answers[0]!.resolve(isUser());
    expect((await before).standing).toBe("outsider");
    expect((await people.recognise("U1")).standing).toBe("outsider");
  });
});

it.each<[string, Reply, string]>([
  ["a member", isUser(), "member"],
  ["somebody deactivated a moment ago", isUser({ deleted: true }), "outsider"],
  ["a person about whom Slack doesn't answer in time", "silence", "not_known"],
])(
  "people.reread recognises %s by a new answer from Slack, whatever was believed before",
  async (_, later, standing) => {
    const { people } = await startKnowing(later);
    expect(await people.reread(["U1"], nobody)).toEqual([{ id: "U1", locale: "en", standing }]);
  },
);

describe("an answer to a person without access", () => {
  const words = { ask: "Ask {whom} for it.", anybody: "Ask anybody." };
  const say = (why: string, list: object) => renderNoAccess(why, { ...nobody, ...list }, words).text;

  it.each([
    [
      "at most five people to ask",
      "No.",
      ["U1", "U2", "U3", "U4", "U5", "U6"],
      "No. Ask <@U1>, <@U2>, <@U3>, <@U4>, <@U5> for it.",
    ],
    [
      "people in place of a general request",
      "You can't. Ask anybody.",
      ["U1", "U2"],
      "You can't. Ask <@U1>, <@U2> for it.",
    ],
    [
      "people after a sentence without a request",
      "Operators can.",
      ["U1"],
      "Operators can. Ask <@U1> for it.",
    ],
  ])("names %s", (_, why, users, said) => {
    expect(say(why, { users })).toBe(said);
  });

  it.each([{}, { everyone: true }, { groups: ["S1"] }])(
    "names nobody if the list of people is %j",
    (list) => {
      expect(say("No. Ask anybody.", list)).toBe("No. Ask anybody.");
    },
  );
});
