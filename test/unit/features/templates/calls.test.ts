import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { commentKind, createCommentKind } from "../../../../src/features/templates/comment.ts";
import { digestOfChange } from "../../../../src/features/templates/shown.ts";
import { createUpdateKind, updateKind } from "../../../../src/features/templates/update.ts";
import { Operations, operationKind } from "../../../../src/operations/index.ts";
import { openStore } from "../../../../src/store/index.ts";
import { createObservations } from "../../../../src/store/observations/observations.ts";
import { createProposals } from "../../../../src/store/proposals/proposals.ts";
import { anAsker } from "../../../support/asker.ts";
import { eventually } from "../../../support/eventually.ts";
import { layStore } from "../../../support/laid-store.ts";
import { usePlatformServer } from "../../../support/platform-client.ts";
import { json } from "../../../support/platform-server.ts";

const platform = usePlatformServer();

/** Updates and comments over real HTTP and a real store, without posts. */
async function start() {
  const directory = await mkdtemp(join(tmpdir(), "templates-"));
  const url = `file:${join(directory, "test.db")}`;
  await layStore(url);
  const now = () => new Date();
  const store = await openStore({ url, owner: "one", leaseMs: 60_000, now });
  const observations = store.open(createObservations);
  const views = { notificationFor: () => ({}), describe: () => null };
  const proposals = store.open(createProposals);
  const deps = { platform: platform.connect(), observations, proposals, review: null };
  const operations = new Operations({
    ...{ store, leaseMs: 60_000, log: pino({ level: "silent" }), now },
    ...{ plainNotification: () => ({}), answerRefused: async () => {} },
  });
  operations.define(operationKind(createUpdateKind(deps, views)));
  operations.define(operationKind(createCommentKind(deps, views)));
  onTestFinished(async () => {
    await operations.stop(100);
    await store.close();
    await rm(directory, { recursive: true });
  });
  const run = async (kind: string, request: object) => {
    const prepare = async () => ({ conversation: null, request });
    await operations.perform({ id: "op", kind, by: anAsker(), prepare }, async () => {});
    return eventually(async () => {
      const operation = await store.operations.get("op");
      expect(operation?.state).toBe("closed");
      return operation!;
    });
  };
  const approved = { templateId: "KA01/../x %2f", proposal: "P", revision: 1 };
  return {
    observations,
    update: (body: object, contentDigest = digestOfChange(body)) =>
      run(updateKind, { ...approved, contentDigest, body }),
    comment: (comment: string) => run(commentKind, { templateId: "T1", comment }),
  };
}

const typed = "<!channel> *bold* &lt; <http://x|bank>\n\n  end\u0000 🎉 ";

describe("an update of a template", () => {
  it("sends exactly the approved fields to the address of the named template", async () => {
    const { update } = await start();
    const buttons = [{ buttonType: "WL", buttonName: "<@U1>", linkMo: "https://a.example" }];
    const body = { content: typed, buttons };
    await update(body);
    const url = "/chat/v1/templates/KA01%2F..%2Fx%20%252f";
    expect(platform.server.requests).toMatchObject([
      { method: "PUT", url, signature: "valid", body: JSON.stringify(body) },
    ]);
  });

  it("is not sent if its stored body differs from the approved one", async () => {
    const { update } = await start();
    const operation = await update({ content: "other" }, digestOfChange({ content: "approved" }));
    expect(operation).toMatchObject({ outcome: "not_sent", result: { code: "DigestMismatch" } });
    expect(platform.server.requests).toEqual([]);
  });

  it("stores the template content and status that the platform's reply shows", async () => {
    const { update, observations } = await start();
    const codes = [{ service: "vendorA", status: "PENDING" }];
    const vendorA = { templateId: "KA01/../x %2f", content: "seen", codes };
    platform.server.next(json(200, { vendorA, vendorB: { templateId: "T9" } }));
    expect(await update({ content: "sent" })).toMatchObject({
      outcome: "accepted",
      result: { reply: { missing: ["vendorB"], others: ["T9"], differing: ["vendorA"] } },
    });
    expect(await observations.get("KA01/../x %2f")).toMatchObject({
      content: { content: "seen" },
      vendors: [{ vendor: "vendorA", status: "PENDING", statusFrom: { kind: "update", operationId: "op" } }],
    });
  });

  it.each([400, 401, 403, 404])(
    "is refused by the HTTP status %i, and stores no observation",
    async (status) => {
      const { update, observations } = await start();
      platform.server.next(json(status, { errorCode: "Whatever", errorMessage: "<!here> no" }));
      expect(await update({ name: "x" })).toMatchObject({
        outcome: "refused",
        result: { code: "Whatever", words: "<!here> no", status },
      });
      expect(await observations.list({ limit: 1 })).toEqual([]);
    },
  );

  it.each([
    ["a list", []],
    ["an error in a 200", { errorCode: "Nope", errorMessage: "no" }],
  ])("has an unknown outcome if the reply with status 200 is %s", async (_, reply) => {
    const { update } = await start();
    platform.server.next(json(200, reply));
    expect(await update({ name: "x" })).toMatchObject({ outcome: "unknown" });
  });
});

describe("a comment on a template", () => {
  it("is sent exactly as typed, and stores the status of each vendor that the reply shows", async () => {
    const { comment, observations } = await start();
    const comments = [{ isAdmin: false, content: typed, dateCreated: "x" }];
    const codes = [
      { service: "vendorA", status: "REJECTED", code: "A1", comments: [] },
      { service: "vendorB", status: "INSPECTING", comments },
    ];
    platform.server.next(json(200, { templateId: "T1", name: "Order", codes }));
    expect(await comment(typed)).toMatchObject({ outcome: "accepted" });
    expect(platform.server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/chat/v1/templates/T1/comment", JSON.stringify({ comment: typed })],
    ]);
    expect((await observations.get("T1"))?.vendors).toMatchObject([
      { vendor: "vendorA", status: "REJECTED", code: "A1" },
      { vendor: "vendorB", status: "INSPECTING", comments: [{ isAdmin: false, content: typed }] },
    ]);
  });

  it("of 3,000 characters is sent whole", async () => {
    const { comment } = await start();
    await comment("가".repeat(3000));
    expect(platform.server.requests[0]?.body).toBe(JSON.stringify({ comment: "가".repeat(3000) }));
  });

  it("stores no observation if the reply is about another template", async () => {
    const { comment, observations } = await start();
    const codes = [{ service: "vendorA", status: "APPROVED" }];
    platform.server.next(json(200, { templateId: "T2", codes }));
    const result = { reply: { others: ["T2"] } };
    expect(await comment("hello")).toMatchObject({ outcome: "accepted", result });
    expect(await observations.list({ limit: 2 })).toEqual([]);
  });
});
