import type { Catalogue } from "../locales/index.ts";
import { isOfBatch } from "../operations/index.ts";
import { shorten } from "../slack/blocks/limits.ts";
import type { Operation, Store } from "../store/index.ts";
import type { Reader } from "./card.view.ts";
import type { Seen, Teller } from "./index.ts";
import { stateOf } from "./state.ts";

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
    return [[one.act, withNames(seen.teller.batch.title(act, seen), act, seen)]];
  });
  return new Map((await Promise.all(titles)).flat());
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

/** As many as a line of a list has room for. */
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

/** Of a masked recipient `joon (010-****-0001)` the name; whatever else an operation is about stays as it is. */
export function nameAlone(masked: string): string {
  return /^(?<name>.*\S) \((?:…\d*|\d+-\*{4}-\d{4})\)$/.exec(masked)?.groups?.["name"] ?? masked;
}
