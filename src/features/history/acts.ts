import { isOfBatch } from "../../operations/index.ts";
import type { Reader } from "../../outcomes/card.view.ts";
import type { Seen } from "../../outcomes/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Operation } from "../../store/index.ts";
import type { HistoryDeps } from "./history.slack.ts";

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
    const title = seen?.teller.batch?.title(await deps.operations.ofAct(one.act), seen);
    return title === undefined ? [] : [[one.act, title]];
  });
  return new Map((await Promise.all(titles)).flat());
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
