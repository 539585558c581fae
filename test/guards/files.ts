import type { Row } from "./guard.ts";

const download = "src/slack/files/download.ts";
const contents = "src/features/files/contents.ts";
const downloadTest = "test/unit/slack/files/download.test.ts";
const contentsTest = "test/unit/features/files/contents.test.ts";

export const files: readonly Row[] = [
  {
    threat: "The bot token reaches another host",
    guards: [
      {
        guard: "redirects are followed by hand, each host looked at",
        file: download,
        text: 'fetch(url, { redirect: "manual", headers, signal })',
        instead: 'fetch(url, { redirect: "follow", headers, signal })',
        test: downloadTest,
      },
      {
        guard: "addresses that are signed already get no token",
        file: download,
        text: 'trusted === "token" ? { authorization',
        instead: "trusted !== null ? { authorization",
        test: downloadTest,
      },
      {
        guard: "only over https",
        file: "src/slack/files/hosts.ts",
        text: 'url.protocol !== "https:" || ',
        instead: "",
        test: downloadTest,
      },
    ],
  },
  {
    threat: "The app is made to ask an address of the own network",
    guards: [
      {
        guard: "hosts are named",
        file: "src/slack/files/hosts.ts",
        text: "host.endsWith(suffix))?.trust ?? null;",
        instead: 'host.endsWith(suffix))?.trust ?? "no_token";',
        test: downloadTest,
      },
    ],
  },
  {
    threat: "A download without end, without bytes or too large uses up the process",
    guards: [
      {
        guard: "a deadline for silence",
        file: download,
        text: "signal: AbortSignal.any([signal, idle.signal])",
        instead: "signal",
        test: downloadTest,
      },
      {
        guard: "a deadline for the whole",
        file: download,
        text: "AbortSignal.any([signal, AbortSignal.timeout(totalMs)])",
        instead: "AbortSignal.any([signal, AbortSignal.timeout(totalMs + 100_000)])",
        test: downloadTest,
      },
      {
        guard: "a size",
        file: download,
        text: 'if (sizeBytes > maxBytes) throw new SlackFileError("too_large");',
        instead: "",
        test: downloadTest,
      },
      {
        guard: "an end where more comes than Slack said",
        file: download,
        text: "if (sizeBytes > size + longestHead) break;",
        instead: "",
        test: downloadTest,
      },
      {
        guard: "what is cut off is not taken",
        file: download,
        text: '  if (!isWhole(bytes, response, file)) throw new SlackFileError("not_fetched");\n',
        instead: "",
        test: downloadTest,
      },
    ],
  },
  {
    threat: "Slack's login page is uploaded in the place of a file",
    guards: [
      {
        guard: "it is recognised",
        file: download,
        text: '  if (isPage(bytes, response, file)) throw new SlackFileError("no_scope");\n',
        instead: "",
        test: downloadTest,
      },
    ],
  },
  {
    threat: "A file is not what its name says, or two things at once",
    guards: [
      {
        guard: "its bytes decide",
        file: contents,
        text: 'if (kind === undefined) return { problem: "FileFormat" };',
        instead: 'if (kind === undefined) return { kind: "pdf", size: null };',
        test: contentsTest,
      },
      {
        guard: "a picture with an archive behind it stays out",
        file: contents,
        text: "if (endsAsZip(bytes) || ",
        instead: "if (",
        test: contentsTest,
      },
      {
        guard: "or with a page in its first kilobyte",
        file: contents,
        text: "|| /<(?:!doctype|html|script|svg|\\?php)\\b/i.test(head)",
        instead: "",
        test: contentsTest,
      },
    ],
  },
  {
    threat: "A picture that unpacks to gigabytes",
    guards: [
      {
        guard: "more than 50 megapixels are never uploaded",
        file: contents,
        text: "size.width * size.height > mostPixels",
        instead: "size.width * size.height > 1000 * mostPixels",
        test: contentsTest,
      },
      {
        guard: "nor an unknown size",
        file: contents,
        text: 'size === null || size.width === 0 || size.height === 0 ? { problem: "FileDamaged" } : { kind, size }',
        instead: "{ kind, size }",
        test: contentsTest,
      },
    ],
  },
];
