import { describe, expect, it } from "vitest";
import { parseUpload } from "../../../../src/features/files/upload.input.ts";
import type { SlackFile } from "../../../../src/slack/files/slack-file.ts";

const form = (mode: string | undefined, link?: string) => ({
  files: [{ id: "F1", name: "a.png", size: 10, mode } as SlackFile],
  type: undefined,
  name: undefined,
  link,
});

describe("the upload form", () => {
  it.each([undefined, "hosted", "snippet"])(
    "accepts a file of Slack's mode %s, whose bytes Slack stores",
    (mode) => {
      expect(parseUpload(form(mode)).ok).toBe(true);
    },
  );

  it.each(["canvas", "space", "post", "external", "list", "tombstone"])(
    "refuses a file of Slack's mode “%s”, whose bytes can't be downloaded",
    (mode) => {
      const issues = [{ field: "file", issue: { problem: "not_in_slack" } }];
      expect(parseUpload(form(mode))).toEqual({ ok: false, issues });
    },
  );

  it.each([
    ["https://shop.example/\u200bspring", "\u200b"],
    ["https://shop.example/a b", null],
    ["https://shop.example/a\u00a0b", null],
    ["https://shop.example/\u202egnp", "\u202e"],
    ["https://shop.example/\u00adx", "\u00ad"],
  ])("refuses a link with a space or an invisible character: %j", (link, character) => {
    const issues = [{ field: "link", issue: { problem: "stray", character } }];
    expect(parseUpload(form("hosted", link))).toEqual({ ok: false, issues });
  });

  it("removes invisible characters around the link and the name", () => {
    const typed = {
      ...form("hosted", "\u200b https://shop.example/a\ufeff"),
      name: "\u2066Spring ❤️\u2069\u3164",
    };
    expect(parseUpload(typed)).toMatchObject({
      uploads: [{ link: "https://shop.example/a", name: "Spring ❤️" }],
    });
  });

  it.each(["https:shop", "http:/shop", "//shop", "https://"])("refuses the incomplete link %s", (link) => {
    expect(parseUpload(form("hosted", link)).ok).toBe(false);
  });

  it("refuses a PDF as too large for DOCUMENT, and doesn't judge its size for MMS", () => {
    const large = { id: "F1", name: "a.pdf", size: 3_000_000, mode: "hosted", mimetype: "application/pdf" };
    expect(parseUpload({ ...form(""), files: [large], type: "DOCUMENT" }).ok).toBe(false);
    expect(parseUpload({ ...form(""), files: [large], type: "MMS" }).ok).toBe(true);
  });
});
