import type { Catalogue } from "../../locales/index.ts";
import type { Warning } from "./warnings.ts";

/** What a list of characters or names has room for. */
const mostNamed = 20;

export function warningWords(warning: Warning, { warnings, common }: Catalogue): string {
  switch (warning.kind) {
    case "over_record": {
      const { unit, size, limit } = warning.size;
      const measure = common[unit];
      return warnings.overRecord(warning.of, measure(size), measure(limit));
    }
    case "sms_subject":
      return warnings.smsSubject;
    case "night_advert":
      return warnings.nightAdvert;
    case "not_carried":
      return warnings.notCarried(warning.characters.slice(0, mostNamed).join(" "));
    case "unfilled":
      return warnings.unfilled(warning.placeholders.slice(0, mostNamed).join(", "));
    case "template_unseen":
      return warnings.templateUnseen(warning.templateId);
  }
}
