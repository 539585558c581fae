import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { deleteOperation } from "../../../src/features/files/delete.ts";
import { uploadOperation } from "../../../src/features/files/upload.ts";
import { sendOperation } from "../../../src/features/messages/send.ts";
import { commentOperation } from "../../../src/features/templates/comment.ts";
import { sealOf } from "../../../src/features/templates/shown.ts";
import { updateOperation } from "../../../src/features/templates/update.ts";
import { ownEnd } from "../../../src/operations/end.ts";
import { type Kind, operationKind, ownCodes } from "../../../src/operations/index.ts";
import type { Bar } from "../../../src/operations/kind.ts";
import type { PlatformClient } from "../../../src/platform/index.ts";
import { usePlatformServer } from "../../support/platform-client.ts";
import { text } from "../../support/platform-server.ts";

const used = usePlatformServer();

const silent = pino({ level: "silent" });
const views = { tells: () => ({}), describe: () => null };
const observations = { record: async () => [] };
const proposals = { conclude: async () => null };
const body = { content: "Hello" };

const calls: [string, (platform: PlatformClient) => Kind, object][] = [
  [
    "a message",
    (platform) => operationKind(sendOperation(platform, () => null, views)),
    { message: { to: "01012345678", from: "0212345678", text: "Hi" } },
  ],
  [
    "an upload",
    (platform) => {
      const readFile = async () => Buffer.from("%PDF-1.4\n%%EOF\n");
      const files = { findSame: async () => null };
      return operationKind(uploadOperation({ platform, readFile, files }, views));
    },
    { file: { id: "F1", name: "a.pdf" } },
  ],
  [
    "a deletion",
    (platform) => operationKind(deleteOperation(platform, views)),
    { fileId: "F1", name: "a.pdf", type: "DOCUMENT" },
  ],
  [
    "a template's update",
    (platform) =>
      operationKind(
        updateOperation({ platform, observations, proposals, tellEnded: async () => ({}) }, views),
      ),
    { templateId: "T1", proposal: "P1", revision: 1, seal: sealOf(body), body },
  ],
  [
    "a comment",
    (platform) =>
      operationKind(commentOperation({ platform, observations, tellChanged: async () => ({}) }, views)),
    { templateId: "T1", comment: "Please look" },
  ],
];

it.each(calls)(
  "%s doesn't leave when the process stood still behind its leave",
  async (_, kindWith, request) => {
    for (const clock of ["monotonicMs", "wallMs"] as const) {
      const passed = { monotonicMs: 0, wallMs: Date.now() };
      const clocks = { monotonicMs: () => passed.monotonicMs, now: () => new Date(passed.wallMs) };
      const run = kindWith(used.connect(clocks)).run(request, {
        signal: new AbortController().signal,
        before: null,
        leave: async () => {
          passed[clock] += 31_000;
          return null;
        },
        onLate: () => {},
        log: silent,
      });
      expect(await run).toMatchObject({ outcome: "not_sent", result: { code: "TooLate" } });
    }
    expect(used.server.requests).toEqual([]);
  },
);

describe.each(calls)("%s that the platform asked to wait", (_, kindWith, request) => {
  async function run(again: Bar | null, first: Bar | null = null) {
    used.server.next(...Array.from({ length: 3 }, () => text(429, "")));
    const asked: boolean[] = [];
    const end = await kindWith(used.connect()).run(request, {
      signal: new AbortController().signal,
      before: null,
      leave: async ({ isAgain }) => {
        asked.push(isAgain);
        return isAgain ? again : first;
      },
      onLate: () => {},
      log: silent,
    });
    return { asked, code: end?.result.code };
  }

  it("asks before each attempt whether it may leave", async () => {
    expect(await run(null)).toEqual({ asked: [false, true, true], code: "HTTP_429" });
    expect(used.server.requests).toHaveLength(3);
  });

  it("doesn't leave again when it may not", async () => {
    expect(await run({ end: ownEnd("not_sent", ownCodes.needless) })).toEqual({
      asked: [false, true],
      code: "Needless",
    });
    expect(used.server.requests).toHaveLength(1);
  });

  it("ends as its last attempt did, or not at all before the first, when it is another process's by then", async () => {
    expect(await run({ end: null })).toEqual({ asked: [false, true], code: "HTTP_429" });
    expect(await run(null, { end: null })).toEqual({ asked: [false], code: undefined });
    expect(used.server.requests).toHaveLength(1);
  });
});
