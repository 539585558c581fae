import { expect, it } from "vitest";
import type { KnownMethod, MethodChange } from "../../../../src/features/payments/monitor.view.ts";
import {
  createPaymentRenderers,
  expiryAlertLines,
  notificationOfMethods,
} from "../../../../src/features/payments/monitor.view.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import { renderedText } from "../../../support/rendered-text.ts";
import { core, en } from "../../../support/words.ts";

const { payments: words } = en;
const format = createFormat("en", "Asia/Seoul");
const renderers = createPaymentRenderers(words, format);
const method = (id: string, alerted: KnownMethod["alerted"] = null): KnownMethod => ({
  ...{ id, alerted, since: alerted === null ? null : 1 },
  ...{ expDate: "2026/10", autoRecharge: 1 },
});
const recharge = (index: number): MethodChange => ({
  ...{ kind: "recharge", before: 1, after: 0 },
  ...{ method: method(`r${index}`), month: null, since: 0 },
});
const begun = (alerted: "expiring" | "expired" | "gone"): MethodChange => ({
  ...{ kind: "begun", alerted, since: 1 },
  ...{ method: method(alerted, alerted), month: null },
});

async function titlesOf(changes: readonly MethodChange[]): Promise<string[]> {
  const { posts = [] } = notificationOfMethods(changes, { now: new Date(0), onCall: ["C1"] });
  const texts = await Promise.all(posts.map((post) => renderedText(renderers, post)));
  return texts.map((text) => text.split("\n")[0] ?? "");
}

it("a payment alert's title names the kind of change", async () => {
  const titles = await titlesOf([begun("expired"), begun("expiring"), begun("gone"), recharge(0)]);
  const { title } = words.monitor;
  for (const [index, one] of [title.expired, title.expiring, title.gone, words.monitor.recharge].entries()) {
    expect(titles[index]).toContain(core(one));
  }
});

it("Home lists payment methods that expire or have expired, not those that are gone", () => {
  const all = [method("a", "expired"), method("b", "expiring"), method("c", "gone"), method("d")];
  const standing = JSON.stringify(expiryAlertLines(all, words, format));
  expect(standing).toContain("…a");
  expect(standing).toContain("…b");
  expect(standing).not.toContain("…c");
  expect(standing).not.toContain("…d");
});

it("a payment alert stores only the last four characters of a method's ID", () => {
  const change = { ...begun("expired"), method: method("PAY-0123456789", "expired") };
  const notification = notificationOfMethods([change], { now: new Date(0), onCall: ["C1"] });
  expect(JSON.stringify(notification)).toContain('"6789"');
  expect(JSON.stringify(notification)).not.toContain("56789");
});
