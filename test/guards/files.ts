import type { Row } from "./guard.ts";

const download = "src/slack/files/download.ts";
const hosts = "src/slack/slack-hosts.ts";
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
        file: hosts,
        text: 'url.protocol !== "https:" || ',
        instead: "",
        test: downloadTest,
      },
    ],
  },
  {
    threat: "The bot asks an address of its own network",
    guards: [
      {
        guard: "hosts are named",
        file: hosts,
        text: "host.endsWith(suffix))?.trust ?? null;",
        instead: 'host.endsWith(suffix))?.trust ?? "no_token";',
        test: downloadTest,
      },
    ],
  },
  {
    threat: "A forged file id or address makes the bot call Slack's API, or read what its sender can't see",
    guards: [
      {
        guard: "its address is what files.info says",
        file: download,
        text: "await read(info, toUrl(info), options, ending)",
        instead: "await read(info, toUrl({ ...info, ...file }), options, ending)",
        test: downloadTest,
        only: "whatever a payload says",
      },
      {
        guard: "its reader is its owner, or where it was shared",
        file: download,
        text: "if (!(await maySee(info, { person, signal: ending }, options)))",
        instead: "if (info.id === '')",
        test: downloadTest,
        only: "who may see it",
      },
    ],
  },
  {
    threat: "A download without end uses up the process",
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
        text: "if (sizeBytes > size + maxHeadLength) break;",
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
    threat: "Slack's login page is uploaded as a file",
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
    threat: "A file is not what its name says",
    guards: [
      {
        guard: "its bytes decide",
        file: contents,
        text: "const kind = kinds.find((one) => one === format);",
        instead: 'const kind = kinds.find((one) => one === format) ?? "pdf";',
        test: contentsTest,
      },
    ],
  },
  {
    threat: "A picture unpacks to gigabytes",
    guards: [
      {
        guard: "what has more than 50 megapixels is never uploaded",
        file: contents,
        text: "width * height > maxPixels",
        instead: "width * height > 1000 * maxPixels",
        test: contentsTest,
      },
      {
        guard: "what has more than 30 isn't opened to be made smaller",
        file: "src/features/files/contents.ts",
        text: "if (seen === null || !mayOpen(seen)) return null;",
        instead: "",
        test: "test/unit/features/files/shrink.test.ts",
      },
      {
        guard: "and what has 16 bits a colour counts twice",
        file: contents,
        text: 'depth === "uchar" ? 4 : 8',
        instead: "4",
        test: contentsTest,
        only: "16 bits",
      },
    ],
  },
  {
    threat: "Half a picture is uploaded",
    guards: [
      {
        guard: "a decoder gets to its last row",
        file: contents,
        text: "if (isRowByRow || mayOpen(seen)) await decodeToEnd(image, picture);",
        instead: "",
        test: contentsTest,
        only: "a truncated picture",
      },
    ],
  },
  {
    threat: "Somebody deletes another's file, or one that messages show",
    guards: [
      {
        guard: "only who uploaded it and operators",
        file: "src/features/files/deps.ts",
        text: "isOn(author === person.id ? joinPeopleLists(fileManagers, operators) : operators, person)",
        instead: 'isOn(author === "" ? operators : joinPeopleLists(fileManagers, operators), person)',
        test: "test/app/files-delete.test.ts",
        only: "neither uploaded it nor operates the app",
      },
      {
        guard: "asked again when it is submitted",
        file: "src/features/files/list.slack.ts",
        text: "if (!deps.may.delete(file, person)) return { denied: files.delete.notYours };",
        instead: "",
        test: "test/app/files-delete.test.ts",
        only: "with the form open or an old button",
      },
      {
        guard: "after a form that names the messages",
        file: "src/features/files/list.slack.ts",
        text: "const uses = await deps.files.usesOf(fileId, maxUses + 1);",
        instead: "const uses = await deps.files.usesOf(fileId, 0);",
        test: "test/app/files.test.ts",
      },
    ],
  },
  {
    threat: "A message goes without its image",
    guards: [
      {
        guard: "it starts behind an accepted upload only",
        file: "src/operations/runner.ts",
        text: 'if (next !== null && end?.outcome === "accepted") await',
        instead: "if (next !== null && end !== null) await",
        test: "test/app/images.test.ts",
        only: "holds the message back when it isn't accepted",
      },
      {
        guard: "a body that still waits for one never leaves",
        file: "src/features/messages/send.ts",
        text: "hasImagePlaceholder(body) ? appCodes.notReached : findObstacle(body)",
        instead: "findObstacle(body)",
        test: "test/unit/features/messages/images.test.ts",
      },
    ],
  },
  {
    threat: "A text file is misread, or too large",
    guards: [
      {
        guard: "up to a size, also where Slack didn't say how large it is",
        file: "src/slack/files/text-file.ts",
        text: 'if (bytes.length > longestBytes) return { problem: "too_long", size: bytes.length };',
        instead: "",
        test: "test/unit/slack/files/text-file.test.ts",
      },
      {
        guard: "of valid UTF-8",
        file: "src/slack/files/text-file.ts",
        text: "{ fatal: true }",
        instead: "{ fatal: false }",
        test: "test/unit/slack/files/text-file.test.ts",
      },
    ],
  },
];
