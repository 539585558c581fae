import type { SendBody } from "../../platform/index.ts";
import { costOf } from "./cost.ts";
import { momentMs } from "./lookup.ts";
import { findListed } from "./recipients.input.ts";
import type { SendRules } from "./send.input.ts";
import type { SendDeps } from "./send-deps.ts";
import type { About } from "./stored.ts";

/** What people are told of a message whatever the operator changes afterwards. */
export function toAbout({ message }: SendBody, rules: Pick<SendRules, "testRecipients">) {
  const { to, country = "82" } = message;
  const listed = findListed({ to, country }, rules);
  return { recipient: listed?.name ?? null, holder: listed?.holder ?? null };
}

type Lists = Pick<SendDeps, "templates" | "prices" | "channels" | "within">;
type Listed = Pick<About, "template" | "channel" | "cost">;

/**
 * What the lists say of these messages while they are taken on: nothing waits for the platform, and for the store no longer
 * than a moment. `shown`: what one was confirmed to cost, null where that wasn't known; left out, nobody was shown a price.
 */
export async function findListedAs(
  bodies: readonly SendBody[],
  { templates, prices, channels, within }: Lists,
  shown?: About["cost"],
): Promise<(body: SendBody) => Listed> {
  const unlessEmpty = (id: string | undefined) => (id === undefined || id === "" ? [] : [id]);
  const ids = bodies.flatMap(({ message }) => unlessEmpty(message.chatOptions?.templateId));
  const countries = bodies.map(({ message }) => message.country ?? "82");
  const [names, costs, known] = await Promise.all([
    toMap(ids, async (id) => (await within(momentMs, templates.get(id)))?.content?.name ?? null),
    toMap(countries, async (country) => (await prices(country, null))?.items ?? null),
    channels("", null),
  ]);
  const nameOf = new Map((known?.items ?? []).map(({ pfId, searchId }) => [pfId, searchId]));
  return ({ message }) => {
    const { templateId = "", pfId = "" } = message.chatOptions ?? {};
    const list = costs.get(message.country ?? "82") ?? null;
    return {
      template: names.get(templateId) ?? null,
      channel: nameOf.get(pfId) ?? null,
      cost: shown === undefined ? list && costOf(message, list) : shown,
    };
  };
}

async function toMap<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T>,
): Promise<Map<string, T | null>> {
  const found = [...new Set(keys)].map(async (key) => [key, await find(key).catch(() => null)] as const);
  return new Map(await Promise.all(found));
}
