import { describe, expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import { renderConfirmation } from "../../../../src/features/messages/confirm.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });

describe.each(["en", "ko"] as const)("the confirmation of a template message, in %s", (locale) => {
  const words = wordsOf(locale);

  /** The blocks for a template seen so, which Slack accepts and never reads as markup. */
  function look(template: Parameters<typeof aSeenTemplate>[0], name = "Mina") {
    const { templateId, ...seen } = aSeenTemplate({ buttons: [], ...template }, []);
    const chatOptions = { pfId: "PF1", templateId, variables: { "#{name}": name } };
    const message = { to: "01023456789", from: "0212345678", chatOptions };
    const input = { body: { message }, conversation: "C1", testRecipient: null, others: [], image: null };
    const counts = { prices: null, usedToday: null, limit: 100, images: new Map() };
    const known = { ...counts, template: { templateId, ...seen }, at: new Date(0) };
    const view = renderConfirmation({ act: "a", draft: "d", isAlone: true, input, known }, words);
    expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
    expect(JSON.stringify(view)).not.toContain("mrkdwn");
    return { view, blocks: JSON.stringify(view.blocks) };
  }

  it("shows a long text of several lines whole, as plain text", () => {
    const long = `*Hello* <!channel>\n${"가".repeat(4000)}#{name}`;
    const section = /"text":\{"type":"plain_text","text":("(?:[^"\\]|\\.)*"),"emoji":false\}/g;
    const texts = [...look({ content: long }).blocks.matchAll(section)].map(([, text = '""']) =>
      JSON.parse(text),
    );
    expect(texts.length).toBe(2);
    expect(texts.join("")).toBe(long.replace("#{name}", "Mina"));
  });

  it("leaves the filled-in text out if the modal has no room for it", () => {
    const value = "가".repeat(900);
    const { view, blocks } = look({ content: "#{name}".repeat(200) }, value);
    expect(fitsModal(view)).toBe(true);
    expect(blocks).not.toContain(`${words.confirm.text}"`);
    for (const part of [`name=${value}`, "Order placed"]) expect(blocks).toContain(part);
    // This text is not even built: it would have 45 million characters.
    const hostile = look({ content: "#{name}".repeat(750) }, "x".repeat(60_000));
    expect(hostile.blocks).not.toContain(`${words.confirm.text}"`);
  });

  it("shortens the template's name to one line without characters that reverse text", () => {
    const { blocks } = look({ name: `\u202e${"a".repeat(200)}` });
    expect(blocks).toContain(`"${"a".repeat(99)}… (KA01TP001)"`);
  });
});
