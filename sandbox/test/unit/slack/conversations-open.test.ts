import { expect, it } from "vitest";
import { outcome, startWithClient } from "./web-client.ts";

it("a direct conversation is opened by the person or by its own id", async () => {
  const { client } = await startWithClient();
  const { channel } = await client.conversations.open({ users: "U0MINA", return_im: true });
  expect(channel).toMatchObject({ id: "D0MINA", is_im: true, user: "U0MINA" });
  expect(await outcome(client.conversations.open({ channel: "D0MINA" }))).toBe("ok");
});

it.each([
  [{ channel: "C0TESTS" }, "method_not_supported_for_channel_type"],
  [{}, "users_list_not_supplied"],
  [{ users: "U0GONE" }, "user_disabled"],
  [{ users: Array(9).fill("U0MINA").join() }, "too_many_users"],
  [{ users: "U0MINA,U0JOON" }, "missing_scope"],
])("conversations.open with %o answers %s", async (given, error) => {
  const { client } = await startWithClient();
  expect(await outcome(client.apiCall("conversations.open", given))).toBe(error);
});
