import type { Catalogue } from "../locales/index.ts";
import { isOfBatch } from "../operations/index.ts";
import { shorten } from "../slack/blocks/limits.ts";
import type { Operation, Store } from "../store/index.ts";
import type { Reader } from "./card.view.ts";
import { type Seen, type Teller, toCard } from "./index.ts";

type TellerOf = (kind: string) => Teller | undefined;

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
  words: Catalogue,
  deps: { operations: Pick<Store["operations"], "ofAct">; tellerOf: TellerOf },
): Promise<ReadonlyMap<string, string>> {
  const titles = operations.filter(isOfBatch).map(async (one): Promise<[string, string][]> => {
    const seen = toSeen(one, { reader: "anybody", words }, deps.tellerOf);
    if (seen?.teller.batch === undefined) return [];
    const act = await deps.operations.ofAct(one.act);
    const { title, titleInList = title } = seen.teller.batch;
    return [[one.act, titleInList(act, seen)]];
  });
  return new Map((await Promise.all(titles)).flat());
}

/** As many as a line of a list has room for. */
const longestNames = 100;

/** What each is about: recipients by their names, files by theirs. */
export function subjectsInShort(operations: readonly Operation[], seen: Seen): string {
  const names = operations.map((one) => nameAlone(toCard(one, seen, null).description.subject.masked));
  return shorten(names.join(", "), longestNames);
}

/** Null where its feature is gone. */
export function toSeen(
  { kind }: Operation,
  as: { reader: Reader; words: Catalogue },
  tellerOf: TellerOf,
): Seen | null {
  const teller = tellerOf(kind);
  return teller === undefined ? null : { teller, ...as };
}

/** Of a masked recipient `joon (010-****-0001)` the name; whatever else an operation is about stays as it is. */
export function nameAlone(masked: string): string {
  return /^(?<name>.*\S) \((?:…\d*|\d+-\*{4}-\d{4})\)$/.exec(masked)?.groups?.["name"] ?? masked;
}
