import { checkMessage, checkView } from "../../../slack/content-checks.ts";
import { createWorld } from "../../../slack/world.ts";
import { TEST_MANIFEST } from "../../support/bolt-app.ts";

/** What Slack says of content, without a wire. */

export function aWorld(manifest: object = TEST_MANIFEST) {
  return createWorld({ manifest, delivery: { kind: "socket" } });
}

export const plain = (text: string) => ({ type: "plain_text", text });
export const option = (value: string) => ({ text: plain(value), value });
export const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

export const asked = {
  title: plain("Send?"),
  text: plain("It costs."),
  confirm: plain("Send"),
  deny: plain("No"),
};

export const richText = (...elements: object[]) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});

export function inMessage(...blocks: unknown[]) {
  const content = { text: "all of it", unfurl_links: false, unfurl_media: false, blocks };
  return checkMessage(aWorld(), "chat.postMessage", content);
}

export function viewVerdict(view: object, surface: "modal" | "home" = "modal") {
  return checkView(aWorld(), { type: surface, ...view }, { surface });
}

export function inModal(...blocks: object[]) {
  return viewVerdict({ title: plain("T"), submit: plain("OK"), blocks });
}
