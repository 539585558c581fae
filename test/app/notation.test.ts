import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const typed =
  "Hi :blush::+1::skin-tone-3: <https://shop.example/a?b=1&c=2|our shop>, <tel:+8221234567|02-123-4567> :our-logo:";
const read = "Hi 😊👍🏼 https://shop.example/a?b=1&c=2, 02-123-4567 :our-logo:";
const texts = ({ platform }: Awaited<ReturnType<typeof startChatops>>) =>
  sends(platform).map(({ body }) => body);

it("Slack's markup in a command is sent as plain text, as a reader sees it", async () => {
  const chatops = await startChatops();
  const { slack } = chatops;
  await slack.as(joon).command("/msg-send", `<tel:+821000000001|010-0000-0001> ${typed}`);
  // A text message can't show all of these characters, so that the app asks first.
  await slack.waitFor(() => slack.as(joon).views().length > 0);
  await slack.as(joon).submit();
  await slack.post();
  expect(texts(chatops)).toMatchObject([{ message: { to: "01000000001", text: read } }]);
});

it("Slack's markup in each field of the send form is sent as plain text, as a reader sees it", async () => {
  const chatops = await startChatops();
  const { slack } = chatops;
  const form = await openSendForm(slack);
  await form.kind("LMS", "customFields");
  const fields = {
    to: "<tel:+821000000001|joon>",
    subject: "Sale :tada:",
    text: typed,
    customFields: "mood=:blush:",
  };
  await form.person.fillAll(fields);
  await form.person.submit();
  if (form.person.views().length > 1) await form.person.submit();
  await slack.post();
  const message = { to: "01000000001", subject: "Sale 🎉", text: read, customFields: { mood: "😊" } };
  expect(texts(chatops)).toMatchObject([{ message }]);
});

it("the message shortcut takes its text from attachments, or says that there is none", async () => {
  const { slack, person } = await startChatops();
  const post = async (attachment: object) => {
    const content = { channel: tests, text: "", attachments: [attachment] };
    const reply = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: "POST",
      headers: { authorization: `Bearer ${slack.botToken}`, "content-type": "application/json" },
      body: JSON.stringify(content),
    });
    expect(await reply.json()).toMatchObject({ ok: true });
    return { conversation: tests, ts: slack.messages(tests).at(-1)?.ts ?? "" };
  };
  const shared = {
    is_share: true,
    from_url: "https://a.example/archives/C1/p1",
    text: "Half *price* :tada:",
  };
  await person.messageShortcut("send_this_text", await post(shared));
  const view = await person.hasOpen(1);
  expect(view.values["text"]?.["value"]).toMatchObject({ value: "Half price 🎉" });
  await person.closeView({ all: true });
  await person.messageShortcut("send_this_text", await post({ image_url: "https://a.example/menu.png" }));
  await slack.waitFor(() => slack.ephemerals(joon).find(({ text }) => text === en.send.noText), {
    what: "the answer",
  });
  expect(person.views()).toEqual([]);
});
