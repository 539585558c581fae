import { replaceInvisible } from "../../blank-text.ts";
import type { Catalogue } from "../../locales/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Line, toCommandLine } from "../../slack/blocks/rich-text.ts";
import { fieldLabelOf } from "./describe.view.ts";
import { fields } from "./ids.ts";
import type { FieldIssue, SendRules } from "./send.input.ts";
import { maxValues } from "./send-form.ts";

const maxNameLength = 60;

export function formatIssue(issue: FieldIssue["issue"], rules: SendRules, words: Catalogue): string {
  return replaceInvisible(toWords(issue, rules, words));
}

function toWords(issue: FieldIssue["issue"], rules: SendRules, words: Catalogue): string {
  const { issues, common } = words;
  switch (issue.problem) {
    case "too_long": {
      if (!("limit" in issue)) return `${issues.tooLongNumber}${dueWords(issue, words)}`;
      const measure = issue.unit === "bytes" ? common.bytes : common.characters;
      return issues.tooLong(measure(issue.size), measure(issue.limit));
    }
    case "too_short":
      return `${issues.tooShort}${dueWords(issue, words)}`;
    case "missing":
      return isOfImage(issue) ? issues.missingImage : issues.missing;
    case "test_only":
      return issues.testOnly(
        rules.testRecipients.flatMap(({ name }) => (name === null ? [] : [name])).join(", "),
      );
    case "stray":
      return issues.stray(issue.character);
    case "pair_twice":
      return issues.pairTwice(shorten(issue.name, maxNameLength));
    case "pairs":
      return issues.pairs(issue.line);
    case "json":
      return issues.json(issue);
    case "malformed":
      return issue.wanted === undefined ? issues.malformed : issues.wanted[issue.wanted];
    case "unknown_sender":
      return rules.senderNumbers.length === 0 ? issues.noSender : issues.unknownSender;
    case "unknown_name":
      return words.recipients.unknown(issue.name, issue.close);
    case "start_missing":
      return issues.startMissing(issue.meant);
    case "other_country":
      return issues.otherCountry(issue.meant);
    case "which_mine":
      return words.recipients.whichMine(issue.names);
    case "other_number":
      return words.recipients.otherNumber(issue.name);
    case "many_recipients":
      return words.recipients.many(issue.limit, issue.count);
    default:
      return plainWords(words)[issue.problem];
  }
}

function dueWords({ due, has = 0 }: Due, { issues }: Catalogue): string {
  return due === undefined ? "" : ` ${issues.digitsDue(has, [...new Set(due)])}`;
}

type Due = { due?: readonly number[]; has?: number };

function isOfImage(issue: FieldIssue["issue"]): boolean {
  return "field" in issue && /(?:^|\.)image(?:Id)?$/.test(issue.field);
}

/** Sentences that need no value of the issue. */
function plainWords({ issues, recipients }: Catalogue) {
  return {
    bare_kind: issues.bareKind,
    yes_no: issues.malformed,
    unknown: issues.unknownField,
    country: issues.country,
    no_such_country: issues.noSuchCountry,
    two_countries: issues.twoCountries,
    two_numbers: issues.twoNumbers,
    not_a_number: issues.notANumber,
    number_among: recipients.numberAmong,
    not_mine: recipients.notMine,
    image_to_one: recipients.imageToOne,
    two_images: issues.twoImages,
    quiet_hours: issues.quietHours,
    no_recipient: issues.noRecipient,
    too_many: issues.tooMany(maxValues),
  };
}

/** Returns each field's first issue. An issue of a hidden field is shown at the form's first field, with its label. */
export function toFieldErrors(
  issues: readonly FieldIssue[],
  { rules, words, names }: { rules: SendRules; words: Catalogue; names: readonly string[] },
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, issue, path = "" } of issues) {
    const located = locatedWords({ field, issue, path }, rules, words);
    if (names.includes(field)) errors[field] ??= located;
    else {
      const home = names.includes(fields.json) ? fields.json : (names[0] ?? field);
      errors[home] ??= words.issues.at(fieldLabelOf(field, words.send), located);
    }
  }
  return errors;
}

function locatedWords({ issue, path = "" }: FieldIssue, rules: SendRules, words: Catalogue): string {
  const named = formatIssue(issue, rules, words);
  return path === "" ? named : words.issues.at(replaceInvisible(path), named);
}

const maxIssues = 10;

export function formatIssues(issues: readonly FieldIssue[], rules: SendRules, words: Catalogue): string {
  const named = issues.slice(0, maxIssues).map((issue) => locatedWords(issue, rules, words));
  return [...named, ...(issues.length > maxIssues ? ["…"] : [])].join("\n");
}

export function issueLines(issues: readonly FieldIssue[], rules: SendRules, words: Catalogue): Line[] {
  return issues.map(({ field, issue }) => [
    { bold: `${fieldLabelOf(field, words.send)}: ` },
    ...toCommandLine(formatIssue(issue, rules, words)),
  ]);
}
