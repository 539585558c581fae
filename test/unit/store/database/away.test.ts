import { expect, test } from "vitest";
import { isDatabaseAway } from "../../../../src/store/database/transact.ts";

const withCode = (code: string) => Object.assign(new Error("as it came"), { code });

test.each([
  ["nobody listens", withCode("ECONNREFUSED")],
  ["the name isn't known yet", withCode("ENOTFOUND")],
  ["it starts up", withCode("57P03")],
  ["an operator ended the session", withCode("57P01")],
  ["all connections are taken", withCode("53300")],
  ["it only reads", withCode("25006")],
  ["the driver lost it", new Error("Connection terminated unexpectedly")],
  ["the pool waited for it", new Error("timeout exceeded when trying to connect")],
  ["it said nothing", new Error("the database has fallen silent")],
])("isAway lets a start wait for the database when %s", (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  ["the password is wrong", withCode("28P01")],
  ["the database isn't there", withCode("3D000")],
  ["the user has no permission", withCode("42501")],
  ["a certificate isn't trusted", withCode("SELF_SIGNED_CERT_IN_CHAIN")],
  [
    "a newer version of the app has used it",
    new Error("the store is at version 99, this bot knows 1: update the bot"),
  ],
  ["something other than an error is thrown", "away"],
])("isAway lets a start fail when %s", (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
