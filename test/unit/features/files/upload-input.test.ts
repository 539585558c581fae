import { describe, expect, it } from "vitest";
import { parseUpload } from "../../../../src/features/files/upload.input.ts";
import type { SlackFile } from "../../../../src/slack/files/slack-file.ts";

const form = (mode: string | undefined, link?: string) => ({
  files: [{ id: "F1", name: "a.png", size: 10, mode } as SlackFile],
  type: undefined,
  name: undefined,
  link,
});

describe("what is to be uploaded", () => {
  it.each([undefined, "hosted", "snippet"])("is a file that Slack stores: %s", (mode) => {
    expect(parseUpload(form(mode)).ok).toBe(true);
  });

  it.each(["canvas", "space", "post", "external", "list", "tombstone"])("is no %s", (mode) => {
    const issues = [{ field: "file", issue: { problem: "not_in_slack" } }];
    expect(parseUpload(form(mode))).toEqual({ ok: false, issues });
  });

  it.each(["https:shop", "http:/shop", "//shop", "https://"])("has no link like %s", (link) => {
    expect(parseUpload(form("hosted", link)).ok).toBe(false);
  });
});
