/** Weight from which a shared run of characters counts as a leak: eight letters, or four syllables. */
const runWeight = 8;
/** A number of four digits or more; shorter numbers are often equal by chance. */
const wholeNumber = /^\p{Nd}{4,}$/u;
/** Numeric codes within a text: five digits or more, or two halves (`123 456`); four digits may be a year. */
const codesWithin = /\p{Nd}{5,}|(?<!\p{Nd})\p{Nd}{3,4}[\s\p{Pd}]\p{Nd}{3,4}(?!\p{Nd})/gu;

export function withoutDirectionMarks(words: string): string {
  return words.replace(/\p{Bidi_Control}/gu, "");
}

/** Whether a foreign text repeats part of a long secret, or a whole short one, whatever its spacing, signs and case. */
export function repeatsSecret(words: string, secrets: readonly string[]): boolean {
  const plain = words.normalize("NFKC");
  const said = toTokens(plain);
  const run = said.join("");
  const standing = ` ${said.join(" ")} `;
  const alone = new Set(said);
  const numbers = digitRuns(plain);
  // A message may have thousands of equal texts.
  return [...new Set(secrets)].some((secret) => {
    const written = secret.normalize("NFKC");
    const tokens = toTokens(written);
    const kept = tokens.join("");
    const inside = (written.match(codesWithin) ?? []).map(bareDigits);
    const wanted = wholeNumber.test(kept) ? [kept, ...inside] : inside;
    if (wanted.some((number) => numbers.some((digits) => digits.includes(number)))) return true;
    // No need to weigh: a code point has at most two UTF-16 units, and weighs at least 1.
    if (kept.length >= 2 * runWeight) return shareRun(run, kept);
    const points = Array.from(kept);
    const weight = weigh(points);
    if (weight >= runWeight) return shareRun(run, kept);
    if (points.length === 0) return false;
    // Korean adds particles to words, so a word of syllables is also found inside another word.
    const standsAlone =
      tokens.every((token) => alone.has(token)) && standing.includes(` ${tokens.join(" ")} `);
    return standsAlone || (weight > 2 && weight > points.length && run.includes(kept));
  });
}

/** Whether two texts share a run. Splits the shorter text: a message may have 100 kB, an id has thirty characters. */
function shareRun(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return runsOf(Array.from(short)).some((part) => long.includes(part));
}

/** Finds numbers whose digits are separated by anything but letters, or by letters that look like dashes and dots. */
function digitRuns(normalized: string): string[] {
  const runs = normalized.match(/\p{Nd}(?:(?:[^\p{L}\p{Nd}]|[\p{Lm}ᆞᅳᅵ一])*\p{Nd})*/gu) ?? [];
  return runs.map(bareDigits);
}

function bareDigits(run: string): string {
  return run.replace(/\P{Nd}/gu, "");
}

/** Returns, for each start, the shortest run of enough weight. */
function runsOf(points: readonly string[]): string[] {
  const weights = points.map(weighOne);
  return points.flatMap((_, start) => {
    let weight = 0;
    for (let end = start; end < points.length; end += 1) {
      weight += weights[end] ?? 0;
      if (weight >= runWeight) return [points.slice(start, end + 1).join("")];
    }
    return [];
  });
}

function weigh(points: readonly string[]): number {
  return points.reduce((sum, point) => sum + weighOne(point), 0);
}

function weighOne(point: string): number {
  return /^[\p{Script=Latin}\p{N}]/u.test(point) ? 1 : 2;
}

function toTokens(normalized: string): string[] {
  return (
    normalized
      .toLowerCase()
      .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
      .match(/[\p{L}\p{M}\p{N}\p{So}]+/gu) ?? []
  );
}
