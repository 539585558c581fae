import { readFile } from "node:fs/promises";
import type { WebClient } from "@slack/web-api";
import { z } from "zod";
import type { Config } from "../config.ts";
import { createLogger, createSlackLogger } from "../log.ts";
import type { PeopleList } from "../people-list.ts";
import { createSlackClient } from "../slack/edge/web-client.ts";
import { createPeople } from "../slack/people/people.ts";
import { judgePostFailure } from "../slack/posts/post-failure.ts";
import { type Check, ok, problem, warning } from "./check.ts";

const Identity = z.object({
  user: z.string().optional(),
  user_id: z.string(),
  bot_id: z.string(),
  team: z.string().optional(),
  team_id: z.string(),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

const Manifest = z.object({
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

export async function* checkSlack(config: Config, manifest: URL): AsyncGenerator<Check> {
  const client = createClient(config, config.slack.botToken.reveal());
  const answer = await client.auth
    .test()
    .catch((error: unknown) => problem("Slack bot token", toAdvice(error)));
  const identity = Identity.safeParse(answer);
  if (!identity.success) {
    yield "mark" in answer
      ? answer
      : problem("Slack bot token", "not a bot's token: use the one that begins with xoxb-");
    yield warning("rest of Slack", "not checked, since the bot token doesn't work");
    return;
  }
  const { user, user_id, bot_id, team, team_id, response_metadata } = identity.data;
  yield ok("Slack bot token", `is ${user ?? user_id} in the workspace ${team ?? team_id}`);
  const scopes = new Set(response_metadata?.scopes ?? []);
  yield await checkScopes(scopes, manifest);
  yield await checkTransport(config, client, bot_id);
  yield* checkConversations(config, client, scopes.has("chat:write.public"));
  yield* checkGroups(config, client);
  yield* checkNamedPeople(config, client, team_id);
}

function createClient({ slack }: Config, token: string): WebClient {
  const logger = createSlackLogger(createLogger({ level: "silent", secrets: [] }));
  return createSlackClient({ botToken: token, apiUrl: slack.apiUrl, logger });
}

async function checkScopes(granted: ReadonlySet<string>, manifest: URL): Promise<Check> {
  const about = "Slack scopes";
  if (granted.size === 0) return warning(about, "not checked: Slack's answer doesn't name them");
  // Imported here, since the app itself never reads its manifest.
  const { parse } = await import("yaml");
  const wanted = Manifest.parse(parse(await readFile(manifest, "utf8"))).oauth_config.scopes.bot;
  const missing = wanted.filter((scope) => !granted.has(scope));
  return missing.length === 0
    ? ok(about, `all ${wanted.length} of manifest.yml are granted`)
    : problem(about, `missing ${missing.join(", ")}: add them as in manifest.yml, and reinstall the app`);
}

async function checkTransport(config: Config, client: WebClient, botId: string): Promise<Check> {
  const { appToken } = config.slack;
  if (appToken === null) {
    return ok(
      "Slack signing secret",
      "is set; only a request from Slack to /slack/events shows if it is right",
    );
  }
  const about = "Slack app token";
  try {
    await createClient(config, appToken.reveal()).apps.connections.open();
  } catch (error) {
    return problem(about, `${toAdvice(error)} (Socket Mode needs an app-level token with connections:write)`);
  }
  const tokensApp = /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken.reveal())?.[1];
  const { bot } = await client.bots.info({ bot: botId }).catch(() => ({ bot: undefined }));
  if (tokensApp !== undefined && bot?.app_id !== undefined && tokensApp !== bot.app_id) {
    return problem(
      about,
      `belongs to the app ${tokensApp}, and the bot token to ${bot.app_id}: take both from one app`,
    );
  }
  return ok(about, "opens Socket Mode connections");
}

const adviceByCode: ReadonlyMap<string, string> = new Map([
  ["invalid_auth", "copy the token again"],
  ["account_inactive", "reinstall the app in the workspace"],
  ["token_revoked", "reinstall the app in the workspace"],
  ["missing_scope", "add the scope and reinstall the app"],
]);

function toAdvice(error: unknown): string {
  const { reason } = judgePostFailure(error);
  const advice = adviceByCode.get(reason);
  if (advice !== undefined) return `Slack answers ${reason}: ${advice}`;
  if (/^[a-z_]+$/.test(reason) && reason !== "network") return `Slack answers ${reason}`;
  return `Slack can't be reached (${reason}): look at SLACK_API_URL and this machine's network`;
}

async function* checkConversations(
  { conversations }: Config,
  client: WebClient,
  mayPostWithoutJoining: boolean,
): AsyncGenerator<Check> {
  const named = [
    ["RESULTS_CHANNEL", conversations.results],
    ["REVIEW_CHANNEL", conversations.review],
    ["ONCALL_CHANNEL", conversations.onCall[0] ?? null],
  ] as const;
  for (const [variable, id] of named) {
    if (id === null) continue;
    yield await client.conversations.info({ channel: id }).then(
      ({ channel }) => judgeConversation(variable, channel ?? {}, mayPostWithoutJoining),
      (error: unknown) => {
        const { reason } = judgePostFailure(error);
        const isThere = reason !== "channel_not_found";
        const words = isThere
          ? `could not be looked at: Slack answers ${reason}`
          : "no such conversation for the bot";
        return problem(variable, `${words}: look at the id, or invite the bot if it is private`);
      },
    );
  }
}

type Channel = NonNullable<Awaited<ReturnType<WebClient["conversations"]["info"]>>["channel"]>;

function judgeConversation(variable: string, channel: Channel, mayPostWithoutJoining: boolean): Check {
  const name = `#${channel.name ?? channel.id}`;
  if (channel.is_archived === true) {
    return problem(variable, `${name} is archived: name another conversation, or bring it back`);
  }
  if (channel.is_member !== true && (channel.is_private === true || !mayPostWithoutJoining)) {
    return problem(variable, `the bot is not in ${name}: invite it there`);
  }
  if (channel.is_ext_shared === true || channel.is_pending_ext_shared === true) {
    return warning(variable, `${name} is shared with another organisation, whose people will read the posts`);
  }
  return ok(variable, `${name} can be posted to`);
}

const mention = "ONCALL_MENTION";

function toNamedLists({ people, messages, oncall }: Config): [variable: string, list: PeopleList][] {
  const phoneOwners = messages.testRecipients.flatMap(({ phoneOwner }) => phoneOwner ?? []);
  const isGroup = oncall.mention?.startsWith("S") === true;
  const mentioned = oncall.mention === null ? [] : [oncall.mention];
  return [
    ["SENDERS", people.senders],
    ["FILE_MANAGERS", people.fileManagers],
    ["REVIEWERS", people.reviewers],
    ["BILLING_VIEWERS", people.billingViewers],
    ["OPERATORS", people.operators],
    [mention, { everyone: false, users: isGroup ? [] : mentioned, groups: isGroup ? mentioned : [] }],
    ["TEST_RECIPIENTS", { everyone: false, users: [...new Set(phoneOwners)], groups: [] }],
  ];
}

async function* checkGroups(config: Config, client: WebClient): AsyncGenerator<Check> {
  const lists = toNamedLists(config);
  const members = new Map<string, readonly string[]>();
  for (const group of new Set(lists.flatMap(([, { groups }]) => groups))) {
    const variables = lists.filter(([, { groups }]) => groups.includes(group)).map(([name]) => name);
    const about = variables.join(", ");
    try {
      const { users = [] } = await client.usergroups.users.list({ usergroup: group });
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

/** Checks by the app's own rule whether the people named by id may use it. */
async function* checkNamedPeople(config: Config, client: WebClient, teamId: string): AsyncGenerator<Check> {
  const people = createPeople({
    client,
    home: { teamId },
    groups: [],
    defaultLocale: config.locale,
    onFailure: () => {},
  });
  for (const [variable, { users }] of toNamedLists(config)) {
    for (const user of users) {
      const { standing } = await people.recognise(user);
      if (standing === "outsider") {
        yield warning(variable, `${user} is a guest, a bot, deactivated or of elsewhere, and may do nothing`);
      } else if (standing === "not_known") yield warning(variable, `Slack does not say who ${user} is`);
    }
  }
}
