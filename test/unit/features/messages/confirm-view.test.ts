import { describe, expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import {
  type ConfirmationContext,
  renderConfirmation,
} from "../../../../src/features/messages/confirm.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { SendBody } from "../../../../src/platform/index.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import type { ObservedContent } from "../../../../src/store/index.ts";
import { TEST_MANIFEST } from "../../sandbox/slack/bolt-app.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });
const templateId = "KA01TP260201010000000ORDERPLACED";

type Seen = Partial<Pick<ObservedContent, "name" | "content" | "buttons">>;

function seen(change: Seen | null): ConfirmationContext["template"] {
  const from = { kind: "comment", by: "U0MINA", at: new Date(0), operationId: "o1" } as const;
  const shown = { name: "Order placed", content: "Hello #{name}, order #{order}.", buttons: [] };
  const rest = { isHidden: false, pfId: null, dateCreated: null, dateUpdated: null };
  const content = change === null ? null : { ...shown, ...rest, ...change, from };
  return { templateId, content, vendors: [], newest: 1 };
}

type Options = Partial<NonNullable<SendBody["message"]["chatOptions"]>>;

describe.each(["en", "ko"] as const)("the confirmation of a template message, in %s", (locale) => {
  const words = wordsOf(locale);
  const { confirm, send } = words;
  const variables = { "#{name}": "Mina", "#{order}": "17" };

  const look = (template: ConfirmationContext["template"], options: Options = {}, text?: string) => {
    const chatOptions = { pfId: "PF1", templateId, variables, ...options };
    const message = {
      to: "01023456789",
      from: "0212345678",
      chatOptions,
      ...(text === undefined ? {} : { text }),
    };
    const input = { body: { message }, conversation: "C1", testRecipient: null, others: [], image: null };
    const counts = { prices: null, usedToday: null, limit: 100, images: new Map() };
    const known = { ...counts, template, at: new Date(0) };
    const view = renderConfirmation({ act: "a", draft: "d", isAlone: true, input, known }, words);
    expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
    expect(JSON.stringify(view)).not.toContain("mrkdwn");
    return view;
  };
  /** The texts that a person reads, a line for each block, without dates and users. */
  const read = (...seenOf: Parameters<typeof look>) =>
    look(...seenOf)
      .blocks.map((block) => [...JSON.stringify(block).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)])
      .map((texts) => texts.map(([, text = '""']) => JSON.parse(text)).join(""))
      .join("\n");
  const named = `${send.fields["chat.templateId"].label}: `;
  const listed = `${send.fields["chat.variables"].label}: `;

  it("shows the template's name and ID, and its text filled in", () => {
    const shown = read(seen({}));
    expect(shown).toContain(`${named}Order placed (${templateId})\n`);
    expect(shown).toMatch(new RegExp(`\\n${confirm.text} \\(.*\\): Hello Mina, order 17\\.\\n`));
    expect(JSON.stringify(look(seen({})))).toContain('{"type":"user","user_id":"U0MINA"}');
  });

  it("shows the ID and the variables alone if the content was never seen, or not in time", () => {
    for (const template of [undefined, null, seen(null), seen({ name: null, content: null })]) {
      const shown = read(template);
      expect(shown).toContain(`${named}${templateId}\n`);
      expect(shown).toContain(`${listed}name=Mina\norder=17\n`);
      expect(shown).not.toContain(`${confirm.text} (`);
    }
  });

  it("shows the name without the text, on one line, if only the name was seen", () => {
    const shown = read(seen({ name: "Order\nplaced", content: null }));
    expect(shown).toContain(`${named}Order placed (${templateId})\n${listed}name=Mina\norder=17\n`);
  });

  it("shows a placeholder without a value as the template has it", () => {
    expect(read(seen({}), { variables: { "#{name}": "Mina" } })).toContain(": Hello Mina, order #{order}.");
    const empty = read(seen({}), { variables: { "#{name}": "Mina", "#{order}": "" } });
    expect(empty).toContain(": Hello Mina, order #{order}.");
    expect(empty).toContain(`${listed}name=Mina\norder=\n`);
  });

  it("has a line for each variable if the text doesn't use all of them", () => {
    const other = { variables: { ...variables, "#{other}": "x" } };
    expect(read(seen({}), other)).toContain(`${listed}name=Mina\norder=17\nother=x\n`);
  });

  it("shows the template's buttons filled in, each on a line with its links", () => {
    const one = { buttonName: "Track #{order}", buttonType: "WL", linkMo: "https://shop.example/#{order}" };
    const none = { linkMo: null, linkPc: null, linkAnd: null, linkIos: null };
    const other = { ...none, buttonName: "Ask", buttonType: "BC" };
    const first = { ...none, ...one };
    const label = `${confirm.templateButtons}: `;
    expect(read(seen({ buttons: [first] }))).toContain(`\n${label}[Track 17] https://shop.example/17\n`);
    expect(read(seen({ buttons: [first, other] }))).toContain(
      `\n${label.trim()}\n[Track 17] https://shop.example/17\n[Ask]\n`,
    );
    expect(read(seen({}))).not.toContain(confirm.templateButtons);
  });

  it("has the button “Send anyway” if something is likely a mistake", () => {
    expect(look(seen({})).submit?.text).toBe(confirm.submit);
    expect(look(seen({}), { variables: {} }).submit?.text).toBe(confirm.submitAnyway);
  });

  it("names the message's kind by its type", () => {
    expect(read(seen({}))).toContain(`${confirm.kind}: ${send.types.ATA} (ATA)\n`);
  });

  it("shows JSON whole, and fills no placeholder from a key without #{}", () => {
    const shown = read(seen({}), { variables: { name: "Mina", "#{order}": "17" } });
    expect(shown).toContain(": Hello #{name}, order 17.");
    expect(shown).toContain(words.warnings.unfilled("#{name}"));
    expect(shown).toContain(`${named}Order placed (${templateId})\n`);
    expect(shown).toContain('"variables":{"name":"Mina","#{order}":"17"}');
  });

  it("distinguishes the template's text from the message's own", () => {
    const shown = read(seen({}), {}, "By text message");
    expect(shown).toContain(
      `\n${send.fallback} · ${confirm.text}: By text message\n${confirm.templateText} (`,
    );
    expect(shown).toContain("): Hello Mina, order 17.");
  });

  it("shows a long text of several lines whole, as plain text", () => {
    const long = `*Hello* <!channel>\n${"가".repeat(4000)}#{name}`;
    const { blocks } = look(seen({ content: long }));
    const section = /"text":\{"type":"plain_text","text":("(?:[^"\\]|\\.)*"),"emoji":false\}/g;
    const texts = [...JSON.stringify(blocks).matchAll(section)].map(([, text = '""']) => JSON.parse(text));
    expect(texts.length).toBe(2);
    expect(texts.join("")).toBe(long.replace("#{name}", "Mina"));
  });

  it("leaves the filled text out if a modal has no room for it", () => {
    const content = "#{name}".repeat(200);
    const shown = look(seen({ content }), { variables: { "#{name}": "가".repeat(900) } });
    expect(fitsModal(shown)).toBe(true);
    const said = JSON.stringify(shown.blocks);
    expect(said).not.toContain(`${confirm.text} `);
    expect(said).toContain(`name=${"가".repeat(900)}`);
    expect(said).toContain("Order placed");
    // This text is not even built: it would have 45 million characters.
    const hostile = look(seen({ content: "#{name}".repeat(750) }), {
      variables: { "#{name}": "x".repeat(60_000) },
    });
    expect(JSON.stringify(hostile.blocks)).not.toContain(`${confirm.text} `);
  });

  it("lists the variables for a blank text, unseen buttons, or a value like a placeholder", () => {
    for (const template of [seen({ content: " \n" }), seen({ buttons: null })])
      expect(read(template)).toContain(`${listed}name=Mina\norder=17\n`);
    const nested = read(seen({}), { variables: { "#{name}": "#{order}", "#{order}": "17" } });
    expect(nested).toContain(`${listed}name=#{order}\n`);
  });

  it("shows the name on one line, cut, without characters that reverse text", () => {
    const shown = read(seen({ name: `\u202e${"a".repeat(200)}` }));
    expect(shown).toContain(`${named}${"a".repeat(99)}… (${templateId})\n`);
  });
});
