import { describe, expect, it } from "vitest";
import { createDeleteKind } from "../../../src/features/files/delete.ts";
import { createUploadKind } from "../../../src/features/files/upload.ts";
import { createSendKind } from "../../../src/features/messages/send.ts";
import { createCommentKind } from "../../../src/features/templates/comment.ts";
import { digestOfChange } from "../../../src/features/templates/shown.ts";
import { createUpdateKind } from "../../../src/features/templates/update.ts";
import { type AnyOperationKind, operationKind } from "../../../src/operations/index.ts";
import type { PlatformClient } from "../../../src/platform/index.ts";
import { usePlatformServer } from "../../support/platform-client.ts";
import { text } from "../../support/platform-server.ts";

const used = usePlatformServer();

const { signal } = new AbortController();
const views = { notificationFor: () => ({}), describe: () => null };
const observations = { record: async () => [] };
const proposals = { conclude: async () => null, list: async () => [] };
const body = { content: "Hello" };

const calls: [string, (platform: PlatformClient) => AnyOperationKind, object][] = [
  [
    "a message",
    (platform) => operationKind(createSendKind(platform, () => null, views)),
    { message: { to: "01012345678", from: "0212345678", text: "Hi" } },
  ],
  [
    "an upload",
    (platform) => {
      const readFile = async () => Buffer.from("%PDF-1.4\n%%EOF\n");
      const files = { findSame: async () => null };
      return operationKind(createUploadKind({ platform, readFile, files }, views));
    },
    { file: { id: "F1", name: "a.pdf" } },
  ],
  [
    "a deletion",
    (platform) => operationKind(createDeleteKind(platform, views)),
    { fileId: "F1", name: "a.pdf", type: "DOCUMENT" },
  ],
  [
    "a template's update",
    (platform) => operationKind(createUpdateKind({ platform, observations, proposals }, views)),
    { templateId: "T1", proposal: "P1", revision: 1, contentDigest: digestOfChange(body), body },
  ],
  [
    "a comment",
    (platform) =>
      operationKind(createCommentKind({ platform, observations, proposals, review: null }, views)),
    { templateId: "T1", comment: "Please look" },
  ],
];

it.each(calls)(
  "%s is not sent if the process stalls for 31 s after it was permitted to send",
  async (_, kindWith, request) => {
    for (const clock of ["monotonicMs", "wallMs"] as const) {
      const passed = { monotonicMs: 0, wallMs: Date.now() };
      const clocks = { monotonicMs: () => passed.monotonicMs, now: () => new Date(passed.wallMs) };
      const call = await kindWith(used.connect(clocks)).open(request, null).ready(signal, "U1");
      const mayLeave = async () => {
        passed[clock] += 31_000;
        return true;
      };
      await expect(call({ signal, mayLeave, onLateReply: () => {} })).rejects.toMatchObject({
        ...{ certainty: "not_sent", code: "TooLate" },
      });
    }
    expect(used.server.requests).toEqual([]);
  },
);

describe.each(calls)("%s that gets a 429 reply", (_, kindWith, request) => {
  async function run(mayLeave: (attempt: number) => boolean) {
    used.server.next(...Array.from({ length: 3 }, () => text(429, "")));
    const asked: number[] = [];
    const call = await kindWith(used.connect()).open(request, null).ready(signal, "U1");
    const ask = async (attempt: number) => {
      asked.push(attempt);
      return mayLeave(attempt);
    };
    await expect(call({ signal, mayLeave: ask, onLateReply: () => {} })).rejects.toThrow();
    return { asked, left: used.server.requests.length };
  }

  it("is attempted three times, and asks before each attempt whether it may be sent", async () => {
    expect(await run(() => true)).toEqual({ asked: [1, 2, 3], left: 3 });
  });

  it("is not attempted further once sending is no longer permitted", async () => {
    expect(await run((attempt) => attempt === 1)).toEqual({ asked: [1, 2], left: 1 });
    expect(await run(() => false)).toEqual({ asked: [1], left: 1 });
  });
});
