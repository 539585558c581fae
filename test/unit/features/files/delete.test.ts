import { describe, expect, it } from "vitest";
import { createDeleteKind } from "../../../../src/features/files/delete.ts";
import type { LateReply } from "../../../../src/platform/index.ts";
import { failureOf, usePlatformServer } from "../../../support/platform-client.ts";
import { held, json, text } from "../../../support/platform-server.ts";

const platform = usePlatformServer();
const gone = json(404, { errorCode: "FileNotFound", errorMessage: "no such file" });
const file = { fileId: "F1", name: "logo.png", type: "MMS" };

type Late = LateReply<{ wasThere: boolean }>;

/** The reply to one deletion, and its late reply. */
async function callOf(request: object, { timeoutMs = 10_000 } = {}) {
  const late = Promise.withResolvers<Late>();
  const client = platform.connect({ timeoutMs });
  const kind = createDeleteKind(client, { notificationFor: () => ({}), describe: () => null });
  const { signal } = new AbortController();
  const call = await kind.ready({ ...file, ...request }, signal, "U1");
  const reply = call({
    signal,
    onLateReply: late.resolve,
    mayLeave: async () => true,
  });
  return { reply, late: late.promise };
}

async function lateOf(request: object, answer: Parameters<typeof held>[0]): Promise<Late> {
  const slow = held(answer);
  platform.server.next(slow.answer);
  const { reply, late } = await callOf(request, { timeoutMs: 50 });
  expect((await failureOf(reply)).certainty).toBe("unknown");
  slow.release();
  return late;
}

describe("deleting a file that the platform doesn't have", () => {
  it("succeeds if an earlier try may have deleted it, even if the reply comes late", async () => {
    platform.server.next(gone);
    expect(await (await callOf({ isAgain: true })).reply).toMatchObject({ wasThere: false });
    expect(await lateOf({ isAgain: true }, gone)).toMatchObject({ ok: true, reply: { wasThere: false } });
  });

  it("is refused on a first try, and on any try if the 404 comes from a gateway", async () => {
    const refused = { ok: false, error: { certainty: "refused" } };
    expect(await lateOf({}, gone)).toMatchObject(refused);
    expect(await lateOf({ isAgain: true }, text(404, "<html>no route</html>"))).toMatchObject(refused);
  });
});
