import { isOfBatch } from "../../operations/index.ts";
import type { Reader } from "../../outcomes/card.view.ts";
import type { Seen } from "../../outcomes/index.ts";
import { stateOf } from "../../outcomes/state.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Operation } from "../../store/index.ts";
import type { HistoryDeps } from "./history.slack.ts";
import { nameAlone } from "./names.ts";

/** One for each act that brought several, the first that is among them. */
export function onceAnAct(operations: readonly Operation[]): Operation[] {
  const acts = new Set<string>();
  return operations.filter((one) => {
    const isSecond = isOfBatch(one) && acts.has(one.act);
    acts.add(one.act);
    return !isSecond;
  });
}

/** What came of each act that brought several, by its id. */
export async function readTitles(
  operations: readonly Operation[],
  person: Person,
  deps: HistoryDeps,
): Promise<ReadonlyMap<string, string>> {
  const titles = operations.filter(isOfBatch).map(async (one): Promise<[string, string][]> => {
    const seen = toSeen(one, "anybody", person, deps);
    if (seen?.teller.batch === undefined) return [];
    const act = await deps.operations.ofAct(one.act);
    return [[one.act, withNames(seen.teller.batch.title(act, seen), act, seen)]];
  });
  return new Map((await Promise.all(titles)).flat());
}

/** As many as a line of the list has room for. */
const longestNames = 100;

/** One message to several is known by its recipients; what has a name of its own, or no recipients, by its title. */
function withNames(title: string, act: readonly Operation[], { teller, words }: Seen): string {
  const { done, mixed, open } = words.recipients.title;
  const [total, accepted] = [act.length, act.filter(({ outcome }) => outcome === "accepted").length];
  const underWay = act.filter((one) => stateOf(one) === "under_way").length;
  const told = act.map((one) => ({ outcome: one.outcome, ...teller.describe(one, words) }));
  const kind = (told.find(({ outcome }) => outcome === "accepted") ?? told[0])?.kind ?? "";
  const all = `${done(total)} · ${kind}`;
  const usual = [all, `${mixed(accepted, total)} · ${kind}`, `${open(underWay, total)} · ${kind}`];
  if (!usual.includes(title)) return title;
  const names = shorten(told.map(({ subject }) => nameAlone(subject.masked)).join(", "), longestNames);
  return title === all ? words.outcomes.title.accepted(`${kind} · ${names}`) : `${title} · ${names}`;
}

/** All of an act that brought several, as its post shows it; null of what isn't the first of one. */
export async function tellAct(
  first: Operation,
  reader: Reader,
  person: Person,
  deps: HistoryDeps,
): Promise<Answer | null> {
  const seen = first.id === first.act && isOfBatch(first) ? toSeen(first, reader, person, deps) : null;
  const batch = seen?.teller.batch;
  if (seen === null || batch === undefined) return null;
  const [act, earlier = []] = await Promise.all([
    deps.operations.ofAct(first.act),
    batch.earlier?.(first, deps.operations),
  ]);
  return batch.render(act, seen, earlier);
}

/** As this person reads it; null where its feature is gone. */
function toSeen(
  { kind }: Operation,
  reader: Reader,
  { locale }: Person,
  { tellerOf, wordsOf }: HistoryDeps,
): Seen | null {
  const teller = tellerOf(kind);
  return teller === undefined ? null : { teller, words: wordsOf(locale), reader };
}
