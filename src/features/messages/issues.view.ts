import type { Catalogue } from "../../locales/index.ts";
import type { FieldIssue, SendRules } from "./send.input.ts";

/** Names the limit, the size found, and what to do, in the words of the person's language. */
export function issueWords(issue: FieldIssue["issue"], rules: SendRules, words: Catalogue): string {
  const { issues, common } = words;
  switch (issue.problem) {
    case "too_long":
      if ("limit" in issue) {
        const measure = issue.unit === "bytes" ? common.bytes : common.characters;
        return issues.tooLong(measure(issue.size), measure(issue.limit));
      }
      return issues.tooLongNumber;
    case "missing":
      return issues.missing;
    case "unknown_sender":
      return issues.unknownSender;
    case "test_only":
      return issues.testOnly(
        rules.testRecipients.flatMap(({ name }) => (name === null ? [] : [name])).join(", "),
      );
    case "country":
      return issues.country;
    case "letters":
      return issues.letters;
    case "too_short":
      return issues.tooShort;
    case "no_such_country":
      return issues.noSuchCountry;
    case "not_a_number":
      return issues.notANumber;
    default:
      return issues.malformed;
  }
}
