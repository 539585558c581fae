import { expect, it } from "vitest";
import { toOperations } from "../../../../src/features/messages/act.ts";
import { toAbout } from "../../../../src/features/messages/send-deps.ts";
import { readAbout } from "../../../../src/features/messages/stored.ts";
import { deps } from "./some-deps.ts";

const testRecipients = [
  { name: "Joon", to: "01023456789", country: "82", holder: "U7" },
  { name: "New York", to: "01023456789", country: "1", holder: null },
];
const message = { to: "01023456789", from: "0212345678", text: "Hi" };

it("keeps with a message what the operator called its recipient, and who held the phone, when it was sent", () => {
  const about = (own: object) => toAbout({ message: { ...message, ...own } }, { testRecipients });
  expect(about({})).toEqual({ recipient: "Joon", holder: "U7" });
  expect(about({ country: "82" })).toEqual({ recipient: "Joon", holder: "U7" });
  expect(about({ country: "1" })).toEqual({ recipient: "New York", holder: null });
  expect(about({ to: "01099999999" })).toEqual({ recipient: null, holder: null });
  expect(readAbout(JSON.parse(JSON.stringify(about({}))))).toEqual(about({}));
});

it.each([null, 5, "Joon", {}, { recipient: "Joon" }])("knows nothing of one of which %j was kept", (kept) => {
  expect(readAbout(kept)).toEqual({ recipient: null, holder: null });
});

it("keeps it with the message, and not with the image in front of it", () => {
  const person = { id: "U1", locale: "en", standing: "member" } as const;
  const rules = { ...deps.rules, testRecipients };
  const imageUpload = () => ({
    kind: "files.upload",
    may: () => true,
    mayBeOffered: () => true,
    toRequest: () => ({ request: { file: {} } }),
  });
  const image = { file: { id: "F1", name: "a.png" }, type: "MMS" };
  const form = { act: "a", again: null };
  const prepared = (own: object) =>
    toOperations(
      person,
      { form, input: { body: { message }, others: [], conversation: "C1", image: null, ...own } } as never,
      { ...deps, rules, imageUpload } as never,
    );
  const about = { recipient: "Joon", holder: "U7" };
  expect(prepared({})).toMatchObject({ conversation: "C1", about });
  expect(prepared({ image })).toMatchObject({ request: { file: {} }, next: { id: "a:send", about } });
  expect(prepared({ image })).not.toHaveProperty("about");
});
