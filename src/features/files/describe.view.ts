import { toShownId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { type Description, inItself, type Ways } from "../../operations/description.ts";
import { maskDigits } from "../../phone-number.ts";
import { fileLimitBytes } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Operation } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { nameOf, shownName } from "./name.ts";
import { pixelWords, sizeWords } from "./size.ts";
import { readFound, readUpload, readUploaded, type Uploaded } from "./stored.ts";

/** What leads on from an upload whose outcome is unknown; from any other, `describeUpload` says. */
export const uploadWays: Ways = {
  settle: ids.settle,
  unsettled: ids.unsettled,
  repeat: null,
  edit: ids.again,
  anew: null,
};

const longestUrl = 1000;

/** Another try would end as this one did. */
const final = /^File(?:Gone|Elsewhere|OverRead|TooLarge|Unopened|Empty|Format|TwoFormats|NotPicture|Pixels)$/;

/** What is told of an upload; null of one that can't be read. */
export function describeUpload(operation: Operation, words: Catalogue): Description | null {
  const asked = readUpload(operation.request);
  if (asked === null) return null;
  const { files } = words;
  const uploaded = readUploaded(operation.result);
  const name = shownName(nameOf(asked));
  const id = toShownId(uploaded?.fileId ?? "");
  return {
    kind: files.kind.upload,
    subject: { inFull: name, masked: maskDigits(name), isOwnWord: true },
    facts: [
      inItself(files.facts.type, maskDigits(uploaded?.type ?? asked.type ?? "DOCUMENT")),
      ...(smallerFact(operation, asked.type, words) ?? sizeFact(uploaded, asked.file.size, words)),
      ...(uploaded?.type === "CHAT" ? [vendorFact(uploaded, words)] : []),
    ],
    details: [...linkDetail(uploaded?.link ?? asked.link, words), ...recordDetails(uploaded, words)],
    contents: [],
    ids: id === null ? [] : [{ name: files.fileId, id }],
    ways: { ...uploadWays, ...nextWay(operation, name, words) },
    terms: withTerms(words, "upload"),
  };
}

/** A button holds 75 characters, most of them for the size. */
const longestOnButton = 24;

/** What its author may do about an upload that came to nothing. */
function nextWay(
  operation: Operation,
  name: string,
  { files: { upload } }: Catalogue,
): Pick<Ways, "edit" | "editLabel"> {
  const { same, smaller } = readFound(operation.result);
  if (same !== undefined) return { edit: ids.same, editLabel: upload.showSame };
  if (smaller !== undefined) {
    return {
      edit: ids.smaller,
      editLabel: upload.smaller(shorten(name, longestOnButton), sizeWords(smaller.sizeBytes)),
    };
  }
  return { edit: final.test(codeOf(operation)) ? null : ids.again, editLabel: upload.again };
}

/** What it has and may have, and what it would come to. */
function smallerFact({ result }: Operation, type: string | undefined, { files }: Catalogue) {
  const { sizeBytes, smaller } = readFound(result);
  if (sizeBytes === undefined || smaller === undefined) return null;
  const limit = sizeWords(fileLimitBytes(type));
  return [
    inItself(files.facts.size, files.overLimit(sizeWords(sizeBytes), limit)),
    inItself(files.facts.size, files.wouldBe(sizeWords(smaller.sizeBytes), pixelWords(smaller))),
  ];
}

function sizeFact(uploaded: Uploaded | null, told: number | undefined, { files }: Catalogue) {
  const bytes = uploaded?.sizeBytes ?? told;
  if (bytes === undefined) return [];
  const { width = null, height = null } = uploaded ?? {};
  const pixels = width === null || height === null ? "" : `, ${pixelWords({ width, height })}`;
  return [inItself(files.facts.size, `${sizeWords(bytes)}${pixels}`)];
}

/** What opens when somebody taps the image. */
function linkDetail(link: string | undefined, { files }: Catalogue) {
  if (link === undefined) return [];
  return [{ name: files.upload.fields.link.label, value: shorten(link, longestUrl) }];
}

/** Of the platform's record what nothing else shows. */
export function recordDetails(
  record: Pick<Uploaded, "url" | "references"> | null,
  { files: { facts } }: Catalogue,
) {
  const { url = null, references = [] } = record ?? {};
  return [
    ...(url === null ? [] : [{ name: facts.url, value: shorten(url, longestUrl) }]),
    ...(references.length === 0 ? [] : [{ name: facts.references, value: references.join(", ") }]),
  ];
}

function vendorFact({ vendorA, vendorB }: Uploaded, { files }: Catalogue) {
  return inItself(files.facts.vendors, files.vendors(vendorA !== null, vendorB !== null));
}

function codeOf({ result }: Operation): string {
  const code: unknown = typeof result === "object" && result !== null ? Reflect.get(result, "code") : null;
  return typeof code === "string" ? code : "";
}
