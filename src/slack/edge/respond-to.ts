import { type Answer, inert } from "../blocks/answer.ts";
import { withoutTables } from "../blocks/table.ts";
import type { EdgeOptions } from "./attend.ts";
import { onceMore } from "./once-more.ts";
import { ResponseUrlError } from "./slack-error.ts";
import { webFetch } from "./web-fetch.ts";

type Asking = Pick<EdgeOptions, "stopping">;
type Body = Answer & { response_type?: "ephemeral"; replace_original: boolean };

/** A hanging one must not hold us. */
const timeoutMs = 5000;

/**
 * Answers one person through a response_url: it works where the bot is no member, five times within 30 minutes. Only what
 * the acknowledgement doesn't wait for is answered like this, since Slack is asked again for up to a minute.
 */
export function respondTo(asking: Asking, responseUrl: string, answer: Answer): Promise<void> {
  return respond(asking, responseUrl, { response_type: "ephemeral", replace_original: false, ...answer });
}

/** In the place of the answer that held the button. It keeps its own visibility: Slack documents no response_type here. */
export function replaceThrough(asking: Asking, responseUrl: string, answer: Answer): Promise<void> {
  return respond(asking, responseUrl, { replace_original: true, ...answer });
}

/** A workspace that refuses a table gets its rows as lines. */
async function respond({ stopping }: Asking, responseUrl: string, body: Body): Promise<void> {
  try {
    await onceMore(() => post(responseUrl, body), stopping);
  } catch (error) {
    const isRefused = error instanceof ResponseUrlError && error.kind === "refused";
    if (!isRefused || !body.blocks.some(({ type }) => type === "table")) throw error;
    const lines = { ...body, blocks: withoutTables(body.blocks) };
    await onceMore(() => post(responseUrl, lines), stopping);
  }
}

async function post(responseUrl: string, body: Body): Promise<void> {
  const { response, words } = await send(responseUrl, body);
  const { status } = response;
  if (response.ok && !/"ok"\s*:\s*false/.test(words)) return;
  throw new ResponseUrlError(toKind(status, words), {
    message: `response_url answered ${status}`,
    retryAfter: Number(response.headers.get("retry-after") ?? 0) || 0,
  });
}

async function send(
  responseUrl: string,
  body: Body,
): Promise<{ response: Awaited<ReturnType<typeof webFetch>>; words: string }> {
  try {
    const response = await webFetch(responseUrl, {
      method: "POST",
      redirect: "error",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({ ...body, ...inert }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { response, words: await response.text() };
  } catch (error) {
    throw new ResponseUrlError("lost", { message: "response_url gave no answer", cause: error });
  }
}

/** Slack refuses blocks with 500 as well, and names them. */
function toKind(status: number, words: string): ResponseUrlError["kind"] {
  if (status === 429) return "limited";
  if (status === 404) return "closed";
  return status >= 500 && !words.includes("invalid_") ? "lost" : "refused";
}

/** A direct message, for what has no other place. */
export async function postTo(
  { client, stopping }: Pick<EdgeOptions, "client" | "stopping">,
  userId: string,
  answer: Answer,
): Promise<void> {
  await onceMore(() => client.chat.postMessage({ channel: userId, ...answer, ...inert }), stopping);
}
