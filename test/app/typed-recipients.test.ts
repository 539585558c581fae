import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { makeRelease, shows } from "../support/library.ts";
import { joon } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const { warnings, confirm } = en;
const env = { TEST_RECIPIENTS: "joon:01000000001,mina:01000000002", TEST_GROUPS: "qa=joon+mina" };

it.each([
  ["joon mina Hello", warnings.secondRecipient("mina"), { to: "01000000001", text: "mina Hello" }],
  [
    "joon 010-0000-0002 Hello",
    warnings.secondRecipient("010-0000-0002"),
    { to: "01000000001", text: "010-0000-0002 Hello" },
  ],
  ["joon Hello #{name}", warnings.unfilled("#{name}"), { to: "01000000001", text: "Hello #{name}" }],
  ["02 123 4567 8 people", warnings.numberEnd, { to: "0212345678", text: "people" }],
  ["011 1 202 555 0123 Hi", warnings.numberEnd, { to: "0111202555", text: "0123 Hi" }],
  ["010 2345 6789 Hello", confirm.costs, { to: "01023456789", text: "Hello" }],
  ["+82 10-2345-6789 Hello", confirm.costs, { to: "01023456789", text: "Hello" }],
  ["(010) 2345-6789 Hello", confirm.costs, { to: "01023456789", text: "Hello" }],
  ["00700-81-90-1234-5678 Hello", "9012345678", { to: "9012345678", country: "81", text: "Hello" }],
])("/msg-send %s asks for a confirmation first, and names the reason", async (typed, says, sent) => {
  const chatops = await startChatops({ env });
  const { slack, platform, person } = chatops;
  await person.command("/msg-send", typed);
  await shows(chatops, joon, says);
  expect(sends(platform)).toEqual([]);
  await person.submits("cleared");
  await slack.post();
  expect(sends(platform)[0]?.body).toMatchObject({ message: sent });
});

it("/msg-send takes a test recipient's phone number that is typed with spaces", async () => {
  const chatops = await startChatops({ env });
  const { slack, platform, person } = chatops;
  await person.command("/msg-send", "010 0000 0001，mina Hello");
  await slack.waitFor(() => sends(platform).length === 2, { what: "both messages" });
  await person.command("/msg-send", "010 2345 6789");
  await shows(chatops, joon, "010 2345 6789");
  await makeRelease(chatops);
  await person.command("/msg-test", "release +82-10-0000-0001 mina");
  await shows(chatops, joon, en.runs.confirm.costs(4, 2));
});

it("the sender field takes a typed phone number when no sender number is configured", async () => {
  const chatops = await startChatops({ env: { ...env, SENDER_NUMBERS: "" } });
  const { slack, platform, person } = chatops;
  await person.command("/msg-send", "mina Hello");
  await shows(chatops, joon, en.issues.noSender);
  for (const from of ["212345678", "joon", "02-1234-5678, 1345", "+1 202 555 0123"]) {
    await person.isRefused({ from: en.issues.noSender }, { from });
  }
  await person.fillAll({ from: "`+82 2-1234-5678`;" });
  await person.submits("cleared");
  await slack.post();
  expect(sends(platform)[0]?.body).toMatchObject({ message: { from: "0212345678", to: "01000000002" } });
});
