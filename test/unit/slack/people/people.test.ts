import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSlackClient } from "../../../../src/slack/edge/edge.ts";
import type { GroupPace } from "../../../../src/slack/people/groups.ts";
import { createPeople, GroupNotKnownError, type Person } from "../../../../src/slack/people/people.ts";
import { eventually } from "../../../support/eventually.ts";
import { SILENT } from "../../sandbox/slack/bolt-app.ts";

const minuteMs = 60_000;
const homeTeam = "T0HOME";
const member = { id: "U1", team_id: homeTeam, locale: "en-US" };
const inGroup = { everyone: false, users: [], groups: ["S1"] };

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | "silence";

const retries = { firstMs: 20, longestMs: 500 };
/** A start that ends with Slack's answer, on however busy a machine; and one that ends without it. */
const patient: GroupPace = { firstReadMs: 15_000, retries };
const impatient: GroupPace = { firstReadMs: 300, retries };

/** Slack's Web API as far as people and groups go, answering what the test says, and a clock it turns. */
async function startPeople(
  answers: { user?: () => Reply; group?: (id: string) => Reply | Promise<Reply> } = {},
  groups = ["S1"],
  groupPace = patient,
) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    request.toArray().then(async (chunks) => {
      const method = (request.url ?? "").slice("/api/".length);
      const args = new URLSearchParams(Buffer.concat(chunks).toString());
      calls.push(method);
      const reply =
        method === "users.info"
          ? (answers.user?.() ?? { body: { ok: true, user: member } })
          : ((await answers.group?.(args.get("usergroup") ?? "")) ?? { body: { ok: true, users: ["U1"] } });
      if (reply === "silence") return;
      response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const clock = { elapsedMs: 0 };
  const failures: string[] = [];
  const people = createPeople({
    client: createSlackClient({
      botToken: "xoxb-1",
      apiUrl: `http://127.0.0.1:${port}/api/`,
      logger: SILENT,
    }),
    home: { teamId: homeTeam },
    groups,
    defaultLocale: "ko",
    monotonicMs: () => clock.elapsedMs,
    groupPace,
    onFailure: (what) => failures.push(what),
  });
  onTestFinished(() => {
    people.stop();
    server.closeAllConnections();
    server.close();
  });
  return { people, clock, calls, failures, start: () => people.start(() => 1) };
}

/** The machine's clock, which counts for nothing here. */
function setBackHours(hours: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - hours * 60 * minuteMs });
  onTestFinished(() => void vi.useRealTimers());
}

const known: Person = { id: "U1", locale: "en", standing: "member" };
const down = { status: 503 } as const;
const members = (...users: string[]) => ({ body: { ok: true, users } });
const user = (fields: object) => () => ({ body: { ok: true, user: { ...member, ...fields } } });

it("whom a list names is everybody in it who is no outsider, and nobody's guess where a group isn't known", async () => {
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

describe("who somebody is", () => {
  it.each([
    ["a full member", {}, "member"],
    ["somebody who was deactivated", { deleted: true }, "outsider"],
    ["a guest", { is_restricted: true }, "outsider"],
    ["a guest of one conversation", { is_restricted: true, is_ultra_restricted: true }, "outsider"],
    ["a single-channel flag alone", { is_ultra_restricted: true }, "outsider"],
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
  ])("%s is recognised", async (_, fields, standing) => {
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
  ])("the locale %s is answered in %s, where ko is the app's own", async (locale, language) => {
    const { people } = await startPeople({ user: user({ locale }) });
    expect((await people.recognise("U1")).locale).toBe(language);
  });

  it.each<[string, Reply]>([
    ["fails", down],
    ["refuses", { body: { ok: false, error: "user_not_found" } }],
    ["names nobody", { body: { ok: true } }],
    ["never answers", "silence"],
  ])("nothing is known when Slack %s", async (_, reply) => {
    const { people } = await startPeople({ user: () => reply });
    const asked = performance.now();
    expect(await people.recognise("U1")).toEqual({ id: "U1", locale: "ko", standing: "not_known" });
    // The budget is 0.8 s, and Slack's own limit for an answer 3 s.
    expect(performance.now() - asked).toBeLessThan(2500);
  });

  it("is asked once for many clicks, and again when it is old", async () => {
    const { people, clock, calls } = await startPeople();
    await Promise.all(Array.from({ length: 20 }, () => people.recognise("U1")));
    await people.recognise("U1");
    expect(calls).toHaveLength(1);
    clock.elapsedMs += 6 * minuteMs;
    expect((await people.recognise("U1")).standing).toBe("member");
    await eventually(() => expect(calls).toHaveLength(2));
  });

  it("is believed for 15 minutes and no longer", async () => {
    let answer: Reply = { body: { ok: true, user: member } };
    const { people, clock, failures } = await startPeople({ user: () => answer });
    await people.recognise("U1");
    answer = down;
    clock.elapsedMs += 15 * minuteMs;
    expect((await people.recognise("U1")).standing).toBe("member");
    await eventually(() => expect(failures).toEqual(["users.info"]));
    clock.elapsedMs += 1;
    // The language is no right: it is kept.
    expect(await people.recognise("U1")).toEqual({ id: "U1", locale: "en", standing: "not_known" });
  });

  it("lasts no longer when the clock is set back by hours", async () => {
    let answer: Reply = { body: { ok: true, user: member } };
    const { people, clock } = await startPeople({ user: () => answer });
    await people.recognise("U1");
    answer = down;
    setBackHours(3);
    clock.elapsedMs += 15 * minuteMs + 1;
    expect((await people.recognise("U1")).standing).toBe("not_known");
  });
});

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
    setBackHours(3);
    clock.elapsedMs += 15 * minuteMs + 1;
    expect(() => people.isOn(inGroup, person)).toThrow(GroupNotKnownError);
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
