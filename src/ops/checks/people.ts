import type { WebClient } from "@slack/web-api";
import type { Config } from "../../config.ts";
import type { PeopleList } from "../../people-list.ts";
import { createPeople } from "../../slack/people/people.ts";
import { judgePostFailure } from "../../slack/posts/post-failure.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

type Workspace = {
  client: WebClient;
  home: { teamId: string };
};

/** Whether the groups can be read, and the people named one by one may do anything at all. */
export async function* checkPeople(config: Config, workspace: Workspace): AsyncGenerator<Finding> {
  const members = new Map<string, readonly string[]>();
  const lists = toNamedLists(config);
  for (const group of new Set(lists.flatMap(([, { groups }]) => groups))) {
    const variables = lists.filter(([, { groups }]) => groups.includes(group)).map(([name]) => name);
    const about = variables.join(", ");
    try {
      const { users = [] } = await workspace.client.usergroups.users.list({ usergroup: group });
      members.set(group, users);
      yield users.length > 0
        ? ok(about, `the group ${group} has ${users.length} ${users.length === 1 ? "member" : "members"}`)
        : warning(about, `the group ${group} has nobody in it`);
    } catch (error) {
      const { reason } = judgePostFailure(error);
      const effect = about === mention ? "a reminder reaches nobody" : "its members may do nothing";
      yield problem(about, `the group ${group} can't be read (${reason}), so that ${effect}`);
    }
  }
  yield* checkNamedPeople(config, workspace);
  yield* checkApprovals(config, members);
}

const mention = "ONCALL_MENTION";

function toNamedLists({ people, messages, oncall }: Config): [variable: string, list: PeopleList][] {
  const phoneOwners = messages.testRecipients.flatMap(({ holder }) => holder ?? []);
  return [
    ["SENDERS", people.senders],
    ["FILE_MANAGERS", people.fileManagers],
    ["REVIEWERS", people.reviewers],
    ["BILLING_VIEWERS", people.billingViewers],
    ["OPERATORS", people.operators],
    [mention, toList(oncall.mention)],
    ["TEST_RECIPIENTS", { everyone: false, users: [...new Set(phoneOwners)], groups: [] }],
  ];
}

/** A group's id begins with S. */
function toList(id: string | null): PeopleList {
  const isGroup = id?.startsWith("S") === true;
  const named = id === null ? [] : [id];
  return { everyone: false, users: isGroup ? [] : named, groups: isGroup ? named : [] };
}

/** By the bot's own rule of who may do anything. */
async function* checkNamedPeople(config: Config, { client, home }: Workspace): AsyncGenerator<Finding> {
  let reason = "too slow";
  const people = createPeople({
    client,
    home,
    groups: [],
    defaultLocale: config.locale,
    onFailure: (_, error) => {
      reason = judgePostFailure(error).reason;
    },
  });
  for (const [variable, { users }] of toNamedLists(config)) {
    for (const user of users) {
      const { standing } = await people.recognise(user);
      if (standing === "outsider") {
        yield warning(variable, `${user} is a guest, a bot, deactivated or of elsewhere, and may do nothing`);
      } else if (standing === "not_known") {
        yield warning(variable, `Slack does not say who ${user} is (${reason})`);
      }
    }
  }
}

function* checkApprovals(
  config: Config,
  members: ReadonlyMap<string, readonly string[]>,
): Generator<Finding> {
  const { everyone, users, groups } = config.people.reviewers;
  const { requiredApprovals } = config.templates;
  if (everyone || groups.some((group) => !members.has(group))) return;
  const reviewers = new Set([...users, ...groups.flatMap((group) => members.get(group) ?? [])]);
  if (reviewers.size === 0 || reviewers.size >= requiredApprovals) return;
  yield problem(
    "REQUIRED_APPROVALS",
    `${requiredApprovals} are required and there are ${reviewers.size} REVIEWERS: nothing can be approved`,
  );
}
