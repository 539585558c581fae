import { readFile } from "node:fs/promises";
import type { WebClient } from "@slack/web-api";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { createLogger, createSlackLogger } from "../../log.ts";
import { createSlackClient } from "../../slack/edge/web-client.ts";
import { judgePostFailure } from "../../slack/posts/post-failure.ts";
import { checkConversations } from "./conversations.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { checkPeople } from "./people.ts";

/** What auth.test says of the bot. */
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

/** The tokens, their scopes, and everything in Slack that the configuration names. Reads only. */
export async function* checkSlack(config: Config, manifest: URL): AsyncGenerator<Finding> {
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
  yield* checkScopes(scopes, manifest);
  yield* checkTransport(config, client, bot_id);
  yield* checkConversations(config, client, scopes.has("chat:write.public"));
  yield* checkPeople(config, { client, home: { teamId: team_id } });
}

function createClient({ slack }: Config, token: string): WebClient {
  const logger = createSlackLogger(createLogger({ level: "silent", secrets: [] }));
  return createSlackClient({ botToken: token, apiUrl: slack.apiUrl, logger });
}

async function* checkScopes(granted: ReadonlySet<string>, manifest: URL): AsyncGenerator<Finding> {
  const about = "Slack scopes";
  if (granted.size === 0) {
    yield warning(about, "not checked: Slack's answer doesn't name them");
    return;
  }
  // Loaded here, since the bot itself never reads its manifest.
  const { parse } = await import("yaml");
  const wanted = Manifest.parse(parse(await readFile(manifest, "utf8"))).oauth_config.scopes.bot;
  const missing = wanted.filter((scope) => !granted.has(scope));
  const extra = [...granted].filter((scope) => !wanted.includes(scope));
  if (missing.length > 0) {
    yield problem(
      about,
      `missing ${missing.join(", ")}: add them as manifest.yml has them, and reinstall the app`,
    );
  } else {
    yield ok(about, `all ${wanted.length} of manifest.yml are granted`);
  }
  if (extra.length > 0) {
    yield warning(about, `granted and not in manifest.yml, so not needed: ${extra.join(", ")}`);
  }
}

/** How Slack reaches the bot. */
async function* checkTransport(config: Config, client: WebClient, botId: string): AsyncGenerator<Finding> {
  const { appToken } = config.slack;
  if (appToken === null) {
    yield ok(
      "Slack signing secret",
      "is set; only a request from Slack to /slack/events can show that it is right",
    );
    return;
  }
  const about = "Slack app token";
  try {
    await createClient(config, appToken.reveal()).apps.connections.open();
  } catch (error) {
    yield problem(about, `${toAdvice(error)} (Socket Mode needs an app-level token with connections:write)`);
    return;
  }
  const tokensApp = /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken.reveal())?.[1];
  const botsApp = await client.bots.info({ bot: botId }).then(
    ({ bot }) => bot?.app_id,
    () => undefined,
  );
  if (tokensApp !== undefined && botsApp !== undefined && tokensApp !== botsApp) {
    yield problem(
      about,
      `belongs to the app ${tokensApp}, and the bot token to ${botsApp}: take both from one app`,
    );
    return;
  }
  yield ok(about, "opens Socket Mode connections");
}

const adviceByCode: ReadonlyMap<string, string> = new Map([
  ["invalid_auth", "copy the token again"],
  ["not_authed", "copy the token again"],
  ["account_inactive", "reinstall the app in the workspace"],
  ["token_revoked", "reinstall the app in the workspace"],
  ["not_allowed_token_type", "a token of another kind is needed"],
  ["missing_scope", "add the scope and reinstall the app"],
]);

/** Slack's own word for a failure, or that of the network, with what to do where that is known. */
function toAdvice(error: unknown): string {
  const { reason } = judgePostFailure(error);
  const advice = adviceByCode.get(reason);
  if (advice !== undefined) return `Slack answers ${reason}: ${advice}`;
  if (/^[a-z_]+$/.test(reason) && reason !== "network") return `Slack answers ${reason}`;
  return `Slack can't be reached (${reason}): look at SLACK_API_URL and this machine's network`;
}
