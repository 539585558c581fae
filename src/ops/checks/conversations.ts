import type { WebClient } from "@slack/web-api";
import type { Config } from "../../config.ts";
import { judgePostFailure } from "../../slack/posts/post-failure.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

type Channel = NonNullable<Awaited<ReturnType<WebClient["conversations"]["info"]>>["channel"]>;

/** Whether the bot could post where it is told to. */
export async function* checkConversations(
  { conversations }: Config,
  client: WebClient,
  mayPostWithoutJoining: boolean,
): AsyncGenerator<Finding> {
  const named = [
    ["RESULTS_CHANNEL", conversations.results],
    ["REVIEW_CHANNEL", conversations.review],
    ["ONCALL_CHANNEL", conversations.onCall[0] ?? null],
  ] as const;
  for (const [variable, id] of named) {
    if (id === null) continue;
    yield await client.conversations.info({ channel: id }).then(
      ({ channel }) => judge(variable, channel ?? {}, mayPostWithoutJoining),
      (error: unknown) => problem(variable, toAdvice(judgePostFailure(error).reason)),
    );
  }
}

function judge(variable: string, channel: Channel, mayPostWithoutJoining: boolean): Finding {
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

function toAdvice(reason: string): string {
  if (reason === "channel_not_found") {
    return "no such conversation for the bot: look at the id, or invite the bot if it is private";
  }
  return `could not be looked at: Slack answers ${reason}`;
}
