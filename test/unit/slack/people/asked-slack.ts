import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import type { Within } from "../../../../src/deadline.ts";
import { createSlackClient } from "../../../../src/slack/edge/web-client.ts";
import type { GroupPace } from "../../../../src/slack/people/groups.ts";
import { createPeople, GroupNotKnownError, type Person } from "../../../../src/slack/people/people.ts";
import { serve } from "../loopback.ts";

export const minuteMs = 60_000;
export const homeTeam = "T0HOME";
export const member = { id: "U1", team_id: homeTeam, locale: "en-US" };
export const inGroup = { everyone: false, users: [], groups: ["S1"] };

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | "silence";

const retries = { firstMs: 20, longestMs: 500 };
/** Long enough for Slack's answer on a busy machine; `impatient` starts without it. */
const patient: GroupPace = { firstReadMs: 15_000, retries };
export const impatient: GroupPace = { firstReadMs: 300, retries };

/** Slack's Web API for people and groups with the test's answers, and a clock that the test turns. */
export async function startPeople(
  answers: {
    user?: () => Reply | Promise<Reply>;
    group?: (id: string) => Reply | Promise<Reply>;
    within?: Within;
  } = {},
  groups = ["S1"],
  groupPace = patient,
) {
  const calls: string[] = [];
  const { apiUrl } = await serve(async (request, response) => {
    const args = new URLSearchParams(await text(request));
    const method = (request.url ?? "").slice("/api/".length);
    calls.push(method);
    const reply =
      method === "users.info"
        ? ((await answers.user?.()) ?? isUser())
        : ((await answers.group?.(args.get("usergroup") ?? "")) ?? members("U1"));
    if (reply === "silence") return;
    response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify(reply.body ?? {}));
  });
  const clock = { elapsedMs: 0, aheadMs: 0 };
  const failures: string[] = [];
  const people = createPeople({
    client: createSlackClient({ botToken: "xoxb-1", apiUrl, logger: SILENT }),
    home: { teamId: homeTeam },
    groups,
    defaultLocale: "ko",
    clocks: { monotonicMs: () => clock.elapsedMs, wallMs: () => clock.elapsedMs + clock.aheadMs },
    groupPace,
    ...(answers.within === undefined ? {} : { within: answers.within }),
    onFailure: (what) => failures.push(what),
  });
  onTestFinished(() => people.stop());
  /** Whether somebody is in the group; null while that isn't known. */
  const isIn = (id = "U1") => {
    try {
      return people.isOn(inGroup, { ...known, id });
    } catch (error) {
      if (error instanceof GroupNotKnownError) return null;
      throw error;
    }
  };
  return { people, clock, calls, failures, isIn, start: () => people.start(() => 1) };
}

export const known: Person = { id: "U1", locale: "en", standing: "member" };
export const down = { status: 503 } as const;
export const members = (...users: string[]): Reply => ({ body: { ok: true, users } });
/** Of a full member but for these fields. */
export const isUser = (fields: object = {}): Reply => ({
  body: { ok: true, user: { ...member, ...fields } },
});
