import { expect, test } from "vitest";
import { isDatabaseAway } from "../../../../src/store/database/transact.ts";

const withCode = (code: string) => Object.assign(new Error("as it came"), { code });

test.each([
  ["nothing listens at its address", withCode("ECONNREFUSED")],
  ["its host name isn't known yet", withCode("ENOTFOUND")],
  ["the database is starting up", withCode("57P03")],
  ["an operator ended the session", withCode("57P01")],
  ["all connections are taken", withCode("53300")],
  ["the database is read-only at the moment", withCode("25006")],
  ["the driver lost the connection", new Error("Connection terminated unexpectedly")],
  ["the pool waited too long for a connection", new Error("timeout exceeded when trying to connect")],
  ["the database gave no answer", new Error("the database has fallen silent")],
])("the start waits for the database if %s", (_, error) => {
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
])("the start fails with the database's error if %s", (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
