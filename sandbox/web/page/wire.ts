import type { SentAct } from "../act.ts";
import type { ActReply } from "../protocol.ts";
import { addToast, getState, setState, takeSnapshot, takeTraffic } from "./state.ts";

/** Acts whose trouble Slack tells in the modal or the conversation itself. */
const SHOWN_BY_SLACK = ["submit", "command"];

/** This page from its load on: a reload is another one. */
const page = crypto.randomUUID();

let events: EventSource | null = null;

/** What Slack's client knows is a code; what it shows is a warning sign with a sentence. */
function toWords(trouble: string): string {
  if (trouble === "operation_timeout") return "The app did not respond in time (operation_timeout).";
  return trouble === "dispatch_failed" ? "The app could not be reached (dispatch_failed)." : trouble;
}

/** Follows the workspace as that person sees it; the browser comes back by itself when the line is cut. */
export function follow(me: string): void {
  events?.close();
  setState({ me, snapshot: null, isConnected: false });
  const source = new EventSource(`/events?${new URLSearchParams({ as: me, page })}`);
  events = source;
  let isFresh = true;
  source.addEventListener("open", () => {
    // After a cut it may be another server, which counts anew.
    isFresh = true;
    setState({ isConnected: true, traffic: [] });
  });
  source.addEventListener("error", () => setState({ isConnected: false }));
  source.addEventListener("snapshot", (event) => {
    takeSnapshot(JSON.parse(event.data), isFresh);
    isFresh = false;
  });
  source.addEventListener("traffic", (event) => takeTraffic(JSON.parse(event.data)));
}

/**
 * Does something as the person who is chosen. Resolves with the server's answer, its picture taken over;
 * what Slack tells the person and what went wrong is shown as a toast, unless it belongs to a field.
 */
export async function act(sent: SentAct): Promise<ActReply> {
  setState({ running: getState().running + 1 });
  try {
    const answer = await send(sent);
    if (answer.ok) {
      takeSnapshot(answer.snapshot);
      if (answer.trouble !== null && !SHOWN_BY_SLACK.includes(sent.act)) addToast(toWords(answer.trouble));
    } else if (answer.blockId === null) addToast(answer.error);
    return answer;
  } finally {
    setState({ running: getState().running - 1 });
  }
}

async function send(sent: SentAct): Promise<ActReply> {
  try {
    const response = await fetch("/act", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ as: getState().me, page, act: sent }),
    });
    return await response.json();
  } catch {
    return { ok: false, error: "The sandbox does not answer. Is it still running?", blockId: null };
  }
}
