import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import { expect, it } from "vitest";
import { judgePostFailure } from "../../../../src/slack/posts/post-failure.ts";

const said = (error: string) => new WebAPIPlatformError({ ok: false, error });

const lost = (code: string) =>
  new WebAPIRequestError(Object.assign(new Error("fetch failed"), { cause: { code } }));

it.each<[string, Error, object]>([
  ...["channel_not_found", "not_in_channel", "is_archived", "messages_tab_disabled"].map(
    (code): [string, Error, object] => [code, said(code), { kind: "elsewhere", reason: code }],
  ),
  ["invalid_blocks", said("invalid_blocks"), { kind: "plain", reason: "invalid_blocks" }],
  ["msg_blocks_too_long", said("msg_blocks_too_long"), { kind: "plain", reason: "msg_blocks_too_long" }],
  ["internal_error", said("internal_error"), { kind: "again", mayRepeat: true }],
  ["fatal_error", said("fatal_error"), { kind: "again", mayRepeat: true }],
  ["invalid_auth", said("invalid_auth"), { kind: "again", mayRepeat: false }],
  ["an HTML page", said("<!DOCTYPE html><html>login</html>"), { kind: "again", mayRepeat: true }],
  [
    "a move of the workspace",
    said("team_added_to_org"),
    { kind: "again", mayRepeat: false, isLasting: false },
  ],
  [
    "a login that another organisation requires",
    said("org_login_required"),
    { kind: "again", mayRepeat: false, isLasting: false },
  ],
  ["a rate limit of 7 s", new WebAPIRateLimitedError(7), { kind: "again", mayRepeat: false, afterMs: 7000 }],
  ["an endless rate limit", new WebAPIRateLimitedError(99_999_999_999_999), { afterMs: 900_000 }],
  ["a negative rate limit", new WebAPIRateLimitedError(-5), { afterMs: 0 }],
  ["HTTP 500", new WebAPIHTTPError(500, "", {}), { kind: "again", mayRepeat: true }],
  ["a refused connection", lost("ECONNREFUSED"), { kind: "again", mayRepeat: false }],
  ["a lost answer", lost("ECONNRESET"), { kind: "again", mayRepeat: true }],
  ["a failure that isn't Slack's", new Error("what?"), { kind: "again", mayRepeat: true }],
])("judgePostFailure decides what to do with a post after %s", (_, error, verdict) => {
  expect(judgePostFailure(error)).toMatchObject(verdict);
});

it("judgePostFailure never repeats an HTML page", () => {
  expect(JSON.stringify(judgePostFailure(said("<html>secret</html>")))).not.toContain("secret");
});
