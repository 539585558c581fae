import { nameCharacter, nameUndrawn } from "../../blank-text.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { fillLine } from "../../slack/blocks/fill-line.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Warning } from "./warnings.ts";

/** What a list of characters or names has room for. */
const mostNamed = 20;
/** A status or an id is foreign words, and may be anything. */
const longestForeign = 64;
const isSpace = /^\s$/;

/** The same with when and from what it was seen, where it says what was seen. */
export function warningLine(warning: Warning, words: Catalogue): Line {
  const said = shorten(warningWords(warning, words), slackLimits.sectionText);
  if (!("from" in warning)) return [said];
  return [`${said} · `, ...fillLine(words.templates.seen[warning.from.kind], warning.from)];
}

/** What isn't drawn in the words that it names has a name itself. */
export function warningWords(warning: Warning, words: Catalogue): string {
  return nameUndrawn(toWords(warning, words));
}

/** A space is seen between words, and not in a list of characters. */
function nameSpace(character: string): string {
  return isSpace.test(character) ? nameCharacter(character) : character;
}

function toWords(warning: Warning, { warnings, templates, common }: Catalogue): string {
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
    case "number_end":
      return warnings.numberEnd;
    case "second_recipient":
      return warnings.secondRecipient(shorten(warning.name, longestForeign));
    case "not_carried":
      return warnings.notCarried(warning.characters.slice(0, mostNamed).map(nameSpace).join(" "));
    case "not_seen":
      return warnings.notSeen(warning.characters.slice(0, mostNamed).join(" "));
    case "unfilled":
      return warnings.unfilled(warning.placeholders.slice(0, mostNamed).join(", "));
    case "template_unseen":
      return warnings.templateUnseen(warning.templateId, warning.meant);
    case "template_status": {
      const { vendor, status } = warning;
      const said = entryFor(templates.statuses, status) ?? shorten(status, longestForeign);
      return warnings.templateStatus(shorten(vendor, longestForeign), said);
    }
    case "template_hidden":
      return warnings.templateHidden;
    case "template_channel":
      return warnings.templateChannel(shorten(warning.own, longestForeign));
    case "template_variables":
      return warnings.templateVariables(warning.names.slice(0, mostNamed).join(", "));
    case "template_changed":
      return warnings.templateChanged;
    case "image_deleted":
      return warnings.imageDeleted(warning.name);
    case "image_type":
      return warnings.imageType(warning);
  }
}
