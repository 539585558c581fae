import { z } from "zod";
import { renderChannels } from "../../src/features/channels/channels.view.ts";
import { type Digest, renderDigest, unresolvedLines } from "../../src/features/digest/index.ts";
import {
  addLinkButtons,
  addOwner,
  type OwnerEvent,
  renderOwnerEvent,
} from "../../src/features/oncall/index.ts";
import { createPaymentRenderers, expiryAlertLines } from "../../src/features/payments/monitor.view.ts";
import { renderPayments } from "../../src/features/payments/payments.view.ts";
import { toAlert } from "../../src/features/platform/index.ts";
import { renderPriceChanges } from "../../src/features/prices/monitor.view.ts";
import { renderPrices } from "../../src/features/prices/prices.view.ts";
import { createCountryNamer, searchCountries } from "../../src/lists/country.ts";
import { createAlertRenderer } from "../../src/outcomes/alert.view.ts";
import { renderAnswer } from "../../src/slack/blocks/answer.ts";
import { button } from "../../src/slack/blocks/buttons.ts";
import type { RenderedPost, Renderer } from "../../src/slack/posts/queue.ts";
import { oneMode, startChatops } from "../support/chatops.ts";
import { anUnknown } from "../support/operation.ts";
import { aPresenter, listed, queued, renderEnd } from "../unit/outcomes/notifications.ts";
import { page, type Scene, scene } from "./page.ts";

const at = new Date(Date.UTC(2026, 10, 21, 6));
const reading = <T>(items: T[], isCut = false) => ({ at, value: { items, isCut, hasGaps: false } });
const rest = { mms: 110, ata: 8, cta: 15, cti: 12 };
const korea = { countryName: "South Korea", countryId: "82", sms: 18, lms: 45, ...rest };
const japan = { countryName: "Japan", countryId: "81", sms: 70, lms: 99, ...rest };
const prices = [korea, japan, { ...korea, countryName: "United States", countryId: "1", sms: 60 }];

page("prices", ({ words, format, locale }) => {
  const shared = { words, format, locale, order: locale };
  const lists = { searchCountries, nameCountry: createCountryNamer() };
  const rendering = { ...shared, lists };
  const query = { basis: "account" as const, page: 0, act: "a" };
  const show = (country: string, items = prices) =>
    renderPrices(reading(items), { country, ...query }, rendering);
  const named = (countryName: string, countryId: string) => ({ ...korea, countryName, countryId });
  const alike = [
    ...[...prices, named("Canada", "1"), named("Russia", "7"), named("Kazakhstan", "7")],
    ...[1, 2, 3, 4].map((index) => named(`Island with a long name ${index}`, "44")),
  ];
  const changes = [
    { what: "changed", country: korea, kind: "sms", before: 18, after: 20.5 },
    { what: "gone", country: japan },
  ];
  return [
    ["all countries", show("")],
    ["a search", show("united")],
    ["nothing is found", show("Atlantis")],
    ["an empty list", show("", [])],
    ["several countries of a number", show("", alike)],
    ["changed", renderPriceChanges({ changes, rest: 2, seenAt: at.getTime() }, rendering)],
  ];
});

const renderedOf = async (renderer: Renderer | undefined, facts: object): Promise<RenderedPost> => {
  const post = queued({ subject: "alert:x:1", audience: "on-call", kind: "x", destinations: ["C1"] });
  const picture = await renderer?.render({ ...post, facts });
  if (!picture) throw new Error("nothing is drawn");
  return picture;
};

page("payments", async ({ words, format }) => {
  const toConsole = [button("oncall.console", words.oncall.links.console)];
  const rendering = { words, format, timeZone: "Asia/Seoul", now: at, toConsole };
  const one = { _id: "PAY-1", expDate: "2026/10", autoRecharge: 1, description: "Card 1234" };
  const methods = [
    one,
    { ...one, _id: "PAY-2", expDate: "2026/12" },
    { ...one, _id: "PAY-3", expDate: "2030/01" },
  ];
  const month = { year: 2026, month: 10 };
  const renderer = createPaymentRenderers(words.payments, format)["payments"];
  const facts = { end: "4096", month, seenAt: at.getTime(), recharge: null };
  const known = (["expired", "expiring", "gone", null] as const).map((alerted, index) => ({
    ...{ id: `PAY-${index}`, alerted, since: 1, expDate: "2026/10", autoRecharge: 1 },
  }));
  const watched = (["expiring", "expired", "gone", "over", "removed", "recharge"] as const).map(
    async (what) => {
      const recharge = what === "recharge" ? { before: 1, after: 0 } : null;
      return scene(`watch: ${what}`, await renderedOf(renderer, { what, ...facts, recharge }));
    },
  );
  return [
    ["methods", renderPayments(reading(methods), 0, rendering)],
    ["none", renderPayments(reading([]), 0, rendering)],
    ...(await Promise.all(watched)),
    ["what stands on Home", renderAnswer(expiryAlertLines(known, words.payments, format))],
  ];
});

page("channels", ({ words, format }) => {
  const senderKeys = [{ key: "k1", service: "chat", categoryCode: "001" }];
  const one = { pfId: "PF1", searchId: "@shop", accountId: "A1", phoneNumber: "0212345678", senderKeys };
  const channels = [one, { ...one, pfId: "PF2", searchId: "@news" }, { ...one, pfId: "PF3" }];
  const show = (search: string, items = channels, isCut = false) =>
    renderChannels(reading(items, isCut), { search, page: 0 }, { words, format });
  return [
    ["all channels", show("")],
    ["one channel", show("PF1")],
    ["a search", show("@shop")],
    ["nothing is found", show("@none")],
    ["none", show("", [])],
    ["a part of the list", show("", channels, true)],
  ];
});

page("oncall", async ({ words, locale }) => {
  const links = { console: "https://console.example", runbook: "https://runbook.example" };
  const card = (picture: RenderedPost, owner: { person: string; at: number } | null = null) => {
    const owned = { subject: "s", owner, openSince: at };
    const shown = picture.openSince === undefined ? picture : addOwner(picture, owned, words.oncall);
    return addLinkButtons(shown, links, words.oncall);
  };
  const health = createAlertRenderer((facts) => toAlert(facts, words.platform));
  const refused = [{ operation: "sendMessage", status: 403 }];
  const alerts = (["failing", "key", "clock", "balance"] as const).flatMap((what) =>
    [null, at.getTime() + 720_000].map(async (overAt) => {
      const facts = { what, since: at.getTime(), overAt, refused: what === "key" ? refused : [] };
      const name = `the platform: ${what}${overAt === null ? "" : ", over"}`;
      return scene(name, card(await renderedOf(health, facts)));
    }),
  );
  const presenter = aPresenter({ teamLocale: locale });
  const unknowns = async (...ids: string[]) => {
    const others = ids.map((id, index) => {
      const message = { to: `0102345000${index}`, from: "0212345678", text: "A secret text" };
      const startedAt = new Date(Date.UTC(2026, 10, 21, 9, 1, 7 * (index + 1)));
      const own = { id, act: id, root: id, unknownsCard: "act-1" };
      return anUnknown({ ...own, request: { message }, startedAt });
    });
    const told = await renderEnd(listed({}), { presenter, others });
    return told.flatMap(({ audience, body }) => (audience === "on-call" ? [body] : []));
  };
  const [alone, several] = [await unknowns(), await unknowns("act-2", "act-3")];
  const owner = { person: "U9", at: at.getTime() };
  const events: OwnerEvent[] = [
    { oncall: "took", by: "U1", other: null },
    { oncall: "took", by: "U1", other: "U2" },
    { oncall: "nobody", by: null, other: null },
  ];
  const line = (event: OwnerEvent) => renderOwnerEvent(event, "S1", words.oncall);
  return [
    ...(await Promise.all(alerts)),
    ...alone.flatMap((one): Scene[] => [
      ["one unknown", card(one)],
      ["one unknown, owned", card(one, owner)],
    ]),
    ...several.map((three) => scene("three unknown", card(three))),
    ...events.map((event) => scene(`line: ${event.oncall}`, line(event))),
  ];
});

page("digest", ({ words, format }) => {
  const counts = { accepted: 12, refused: 2, not_sent: 1, unknown: 1 };
  const none = { accepted: 0, refused: 0, not_sent: 0, unknown: 0 };
  const digest = (those: Digest["counts"], count: number) => {
    const waiting = unresolvedLines({ count, hasMore: false }, words);
    return renderDigest({ day: at.getTime(), counts: those }, waiting, { words, format });
  };
  return [
    ["a day", digest(counts, 1)],
    ["a quiet day", digest(none, 20)],
  ];
});

const commands = "send test upload files template prices payments channels history help".split(" ");
const people = { member: "U0JOON", operator: "U0DANA", guest: "U0EVE" };
const Reply = z.object({ text: z.string(), blocks: z.unknown() });

page("help", async ({ locale }) => {
  const chatops = await startChatops({ mode: oneMode, env: { LOCALE: locale } });
  const scenes: Scene[] = [];
  for (const [reader, who] of Object.entries(people)) {
    await chatops.slack.changePerson(who, { locale: locale === "ko" ? "ko-KR" : "en-US" });
    await chatops.slack.as(who).command("/msg-help", "", { conversation: "C0TESTS" });
    for (const command of commands) {
      const { ack } = await chatops.slack
        .as(who)
        .command(`/msg-${command}`, command === "help" ? "" : "help", { conversation: "C0TESTS" });
      scenes.push(scene(`/msg-${command}`, Reply.parse(ack?.body), reader));
    }
  }
  return scenes;
});
