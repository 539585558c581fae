import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { judgePostFailure } from "../../../../src/slack/posts/post-failure.ts";

const said = (error: string) => new WebAPIPlatformError({ ok: false, error });

describe("a post that failed", () => {
  it.each(["channel_not_found", "not_in_channel", "is_archived", "messages_tab_disabled"])(
    "goes elsewhere after %s",
    (code) => {
      expect(judgePostFailure(said(code))).toEqual({ kind: "elsewhere", reason: code });
    },
  );

  it.each(["invalid_blocks", "msg_blocks_too_long"])("is tried as plain text after %s", (code) => {
    expect(judgePostFailure(said(code))).toEqual({ kind: "plain", reason: code });
  });

  it.each([
    ["internal_error", true],
    ["fatal_error", true],
    ["invalid_auth", false],
    ["<!DOCTYPE html><html>login</html>", true],
  ])("comes again after %s, perhaps as a repeat: %s", (code, mayRepeat) => {
    expect(judgePostFailure(said(code))).toMatchObject({ kind: "again", mayRepeat });
  });

  it.each(["team_added_to_org", "org_login_required"])("waits until a workspace has moved: %s", (code) => {
    expect(judgePostFailure(said(code))).toMatchObject({ kind: "again", mayRepeat: false, isLasting: false });
  });

  it("never quotes an answer that is a page", () => {
    expect(JSON.stringify(judgePostFailure(said("<html>secret</html>")))).not.toContain("secret");
  });

  it("waits as long as Slack asks, and was not posted", () => {
    expect(judgePostFailure(new WebAPIRateLimitedError(7))).toEqual({
      kind: "again",
      reason: "ratelimited",
      mayRepeat: false,
      afterMs: 7000,
    });
  });

  it("waits no longer than a quarter of an hour, and not for a time that has passed", () => {
    const afterMs = (seconds: number) => judgePostFailure(new WebAPIRateLimitedError(seconds));
    expect(afterMs(99_999_999_999_999)).toMatchObject({ afterMs: 900_000 });
    expect(afterMs(-5)).toMatchObject({ afterMs: 0 });
  });

  it("may have been posted when Slack answers HTTP 500", () => {
    expect(judgePostFailure(new WebAPIHTTPError(500, "", {}))).toMatchObject({
      kind: "again",
      mayRepeat: true,
    });
  });

  it("may have been posted when the answer was lost, and certainly wasn't when nothing was reached", () => {
    const refused = Object.assign(new Error("fetch failed"), { cause: { code: "ECONNREFUSED" } });
    const reset = Object.assign(new Error("fetch failed"), { cause: { code: "ECONNRESET" } });
    expect(judgePostFailure(new WebAPIRequestError(refused))).toMatchObject({ mayRepeat: false });
    expect(judgePostFailure(new WebAPIRequestError(reset))).toMatchObject({ mayRepeat: true });
    expect(judgePostFailure(new Error("what?"))).toMatchObject({ kind: "again", mayRepeat: true });
  });
});
