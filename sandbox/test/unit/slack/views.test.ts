import { describe, expect, it } from "vitest";
import { aModal } from "../../support/bolt-app.ts";
import { aTrigger, outcome, rules, startWithClient } from "./web-client.ts";

describe("views", () => {
  it("opens once for a trigger, within three seconds", async () => {
    let waitedMs = 0;
    const { slack, client } = await startWithClient({ waitedMs: () => waitedMs });
    const trigger = await aTrigger(slack);
    expect(await outcome(client.views.open({ trigger_id: trigger, view: aModal("a") }))).toBe("ok");
    expect(await outcome(client.views.open({ trigger_id: trigger, view: aModal("a") }))).toBe(
      "exchanged_trigger_id",
    );
    const late = await aTrigger(slack);
    waitedMs += 3001;
    expect(await outcome(client.views.open({ trigger_id: late, view: aModal("a") }))).toBe(
      "expired_trigger_id",
    );
    expect(await outcome(client.views.open({ trigger_id: "no", view: aModal("a") }))).toBe(
      "invalid_trigger_id",
    );
    expect(rules(slack)).toEqual(["exchanged_trigger_id", "expired_trigger_id", "invalid_trigger_id"]);
  });

  it("keeps a trigger that came with an invalid view for a valid one", async () => {
    const { slack, client } = await startWithClient();
    const trigger = await aTrigger(slack);
    const broken = { ...aModal("a"), title: { type: "plain_text" as const, text: "x".repeat(25) } };
    expect(await outcome(client.views.open({ trigger_id: trigger, view: broken }))).toBe("invalid_arguments");
    expect(await outcome(client.views.open({ trigger_id: trigger, view: aModal("a") }))).toBe("ok");
  });

  it("updates by id or external id and answers a stale hash with hash_conflict", async () => {
    const { slack, client } = await startWithClient();
    const opened = await client.views.open({
      trigger_id: await aTrigger(slack),
      view: { ...aModal("a"), external_id: "ext" },
    });
    const hash = opened.view?.hash ?? "";
    const id = opened.view?.id ?? "";
    expect(await outcome(client.views.update({ view_id: id, hash, view: aModal("b") }))).toBe("ok");
    expect(await outcome(client.views.update({ view_id: id, hash, view: aModal("c") }))).toBe(
      "hash_conflict",
    );
    expect(await outcome(client.views.update({ view_id: "V404", view: aModal("c") }))).toBe("not_found");
    expect(await outcome(client.views.update({ external_id: "", view: aModal("c") }))).toBe(
      "invalid_arguments",
    );
    expect(slack.views("U0JOON")).toMatchObject([
      { id, callbackId: "b", rootViewId: id, previousViewId: null },
    ]);
    expect(rules(slack)).toEqual(["invalid_arguments"]);
  });

  it("publishes a Home tab and guards it by hash", async () => {
    const { slack, client } = await startWithClient();
    const view = { type: "home" as const, blocks: [{ type: "divider" as const }] };
    expect(await outcome(client.views.publish({ user_id: "U0MINA", view, hash: "1.h" }))).toBe(
      "hash_conflict",
    );
    const first = await client.views.publish({ user_id: "U0MINA", view });
    expect(
      await outcome(client.views.publish({ user_id: "U0MINA", view, hash: first.view?.hash ?? "" })),
    ).toBe("ok");
    expect(
      await outcome(client.views.publish({ user_id: "U0MINA", view, hash: first.view?.hash ?? "" })),
    ).toBe("hash_conflict");
    expect(slack.home("U0MINA")).toMatchObject({ type: "home", id: first.view?.id });
    expect(slack.home("U0JOON")).toBeNull();
  });
});
