import type { Fault, SandboxPlatform } from "../platform/index.ts";
import type { SlackWorkspace } from "../slack/index.ts";
import type { OutsideAct } from "./act.ts";

/** Slower than a person likes and than Slack waits for an acknowledgement, faster than the bot's own time-out. */
const SLOW_MS = 4000;
/** A quiet 429 that the bot can sit out while somebody watches. */
const RETRY_AFTER_S = 5;

export type Outside = {
  readonly slack: SlackWorkspace;
  readonly platform: SandboxPlatform;
  mood: string;
  /** Null if the bot has no process of its own. */
  readonly killBot: (() => Promise<void>) | null;
};

/** Changes the world around the bot; `mood` keeps what the platform was told last. */
export async function change(outside: Outside, act: OutsideAct): Promise<void> {
  switch (act.act) {
    case "platform":
      setMood(outside, act);
      break;
    case "kill_bot":
      await outside.killBot?.();
      break;
    case "release_platform":
      outside.platform.faults.release();
      break;
    case "slack":
      trouble(outside.slack, act.trouble);
      break;
    case "vendor":
      outside.platform.vendor[act.review](act.templateId, act.vendor, act.comment);
      break;
  }
}

type PlatformAct = Extract<OutsideAct, { act: "platform" }>;

function setMood(outside: Outside, act: PlatformAct): void {
  const { faults } = outside.platform;
  const fault = toFault(act);
  if (act.isOnce && fault !== null) {
    faults.next(fault);
    return;
  }
  faults.clear();
  faults.always(fault);
  outside.mood = act.mood;
}

function toFault(act: PlatformAct): Fault | null {
  switch (act.mood) {
    case "well":
      return null;
    case "slow":
      return { kind: "delay", ms: SLOW_MS };
    case "silent":
      return { kind: "silence" };
    case "refusing":
      return /^\d{4}$/.test(act.code)
        ? { kind: "statusCode", statusCode: act.code, statusMessage: "refused from the sandbox page" }
        : { kind: "refuse", errorCode: act.code, errorMessage: "refused from the sandbox page" };
    case "failing":
      return { kind: "html500" };
    case "cutting":
      return { kind: "reset", when: "after" };
  }
}

function trouble(slack: SlackWorkspace, kind: Extract<OutsideAct, { act: "slack" }>["trouble"]): void {
  switch (kind) {
    case "rate_limit":
      slack.faults.webApi({ kind: "ratelimited", retryAfterS: RETRY_AFTER_S, times: 1 });
      break;
    case "hang":
      slack.faults.webApi({ kind: "hang", times: 1 });
      break;
    case "error":
      slack.faults.webApi({ kind: "error", error: "internal_error", times: 1 });
      break;
    case "no_edits":
      slack.faults.refuseEdits();
      break;
    case "no_edits_outside":
      slack.faults.refuseEdits({ error: "cant_update_message", whereNoMember: true });
      break;
    case "drop":
      slack.socket.disconnect("drop");
      break;
    case "refresh":
      slack.socket.disconnect("refresh_requested");
      break;
    case "refuse":
      slack.socket.refuseConnections(true);
      slack.socket.disconnect("drop");
      break;
    case "clear":
      slack.faults.clear();
      slack.faults.releaseHangs();
      slack.socket.refuseConnections(false);
      break;
  }
}
