import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { judgePostFailure } from "../../../../src/slack/posts/post-failure.ts";

const said = (error: string) => new WebAPIPlatformError({ ok: false, error });

describe("judgePostFailure", () => {
  it.each(["channel_not_found", "not_in_channel", "is_archived", "messages_tab_disabled"])(
    "sends a post elsewhere after %s",
    (code) => {
      expect(judgePostFailure(said(code))).toEqual({ kind: "elsewhere", reason: code });
    },
  );

  it.each(["invalid_blocks", "msg_blocks_too_long"])("tries plain text after %s", (code) => {
    expect(judgePostFailure(said(code))).toEqual({ kind: "plain", reason: code });
  });

  it.each([
    ["internal_error", true],
    ["fatal_error", true],
    ["invalid_auth", false],
    ["<!DOCTYPE html><html>login</html>", true],
  ])("tries again after %s, perhaps as a repeat: %s", (code, mayRepeat) => {
    expect(judgePostFailure(said(code))).toMatchObject({ kind: "again", mayRepeat });
  });

  it.each(["team_added_to_org", "org_login_required"])("waits until a workspace was moved: %s", (code) => {
    expect(judgePostFailure(said(code))).toMatchObject({ kind: "again", mayRepeat: false, isLasting: false });
  });

  it("never quotes an HTML page", () => {
    expect(JSON.stringify(judgePostFailure(said("<html>secret</html>")))).not.toContain("secret");
  });

  it("waits as long as Slack asks, and expects no repeat", () => {
    expect(judgePostFailure(new WebAPIRateLimitedError(7))).toEqual({
      kind: "again",
      reason: "ratelimited",
      mayRepeat: false,
      afterMs: 7000,
    });
  });

  it("waits 15 minutes at most, and not at all for a negative time", () => {
    const afterMs = (seconds: number) => judgePostFailure(new WebAPIRateLimitedError(seconds));
    expect(afterMs(99_999_999_999_999)).toMatchObject({ afterMs: 900_000 });
    expect(afterMs(-5)).toMatchObject({ afterMs: 0 });
  });

  it("expects a possible repeat after HTTP 500", () => {
    expect(judgePostFailure(new WebAPIHTTPError(500, "", {}))).toMatchObject({
      kind: "again",
      mayRepeat: true,
    });
  });

  it("expects a possible repeat after a lost answer, and none if Slack wasn't reached", () => {
    const refused = Object.assign(new Error("fetch failed"), { cause: { code: "ECONNREFUSED" } });
    const reset = Object.assign(new Error("fetch failed"), { cause: { code: "ECONNRESET" } });
    expect(judgePostFailure(new WebAPIRequestError(refused))).toMatchObject({ mayRepeat: false });
    expect(judgePostFailure(new WebAPIRequestError(reset))).toMatchObject({ mayRepeat: true });
    expect(judgePostFailure(new Error("what?"))).toMatchObject({ kind: "again", mayRepeat: true });
  });
});
