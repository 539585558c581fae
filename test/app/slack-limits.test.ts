import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { openSendForm } from "../support/send-form.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const mina = "U0MINA";

/** Once more is asked for behind this. */
const shortly = { kind: "ratelimited", retryAfterS: 1, times: 1 } as const;

async function startForm() {
  const chatops = await startChatops();
  const form = await openSendForm(chatops.slack, mina, tests);
  const { slack } = chatops;
  const updates = () =>
    slack.traffic.filter(({ name, status }) => name === "views.update" && status !== null).length;
  return { ...chatops, form, updates };
}

describe("where Slack takes no call for a second", () => {
  it("a shortcut's refusal is told all the same", async () => {
    const { slack } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
    slack.faults.webApi({ method: "chat.postMessage", ...shortly });
    await slack.as(mina).shortcut("upload_file");
    const told = await slack.waitFor(() => slack.dm(mina)[0], { what: "the refusal" });
    expect(told.text).toContain(en.files.notAllowed);
  });

  it("a form follows the kind that was chosen", async () => {
    const { slack, form } = await startForm();
    slack.faults.webApi({ method: "views.update", ...shortly });
    await form.kind("portal", "portal.talkId");
    expect(slack.dm(mina)).toEqual([]);
  });

  it("a later change stands: the one that waited doesn't take its place", async () => {
    const { slack, form, updates, log } = await startForm();
    slack.faults.webApi({ method: "views.update", ...shortly });
    await form.person.fill("kind", "chat");
    await slack.waitFor(() => updates() === 1, { what: "the change that has to wait" });
    await form.kind("portal", "portal.talkId");
    await slack.waitFor(() => updates() >= 3, { what: "its second try" });
    await form.person.click({ view: true }, "messages.add_button");
    await form.shows("portal.buttons.1.buttonType");
    expect(form.names()).toContain("portal.talkId");
    expect(log()).not.toContain('"level":50');
  });

  it("what is in a message's file is shown", async () => {
    const { slack, form } = await startForm();
    await form.person.click({ view: true }, "messages.json");
    await form.shows("json", "jsonFile");
    const bytes = Buffer.from(JSON.stringify({ to: "01000000001", from: "0212345678", text: "Hi" }));
    await form.person.fill("jsonFile", { name: "m.json", bytes, mimetype: "application/json" });
    slack.faults.webApi({ method: "views.update", ...shortly });
    expect(await form.person.submit()).toMatchObject({ kind: "updated" });
    const shown = () => JSON.stringify(form.person.views().at(-1)?.blocks);
    await slack.waitFor(() => shown().includes(en.confirm.listedCosts), { what: "the confirmation" });
  });
});

it("what Slack doesn't take for long is told as Slack's, not as the app's own failure", async () => {
  const { slack, form, log } = await startForm();
  slack.faults.webApi({ method: "views.update", ...shortly, retryAfterS: 600 });
  await form.person.fill("kind", "portal");
  await eventually(() => {
    const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
    expect(slack.dm(mina)[0]?.text).toBe(en.edge.notAllShown(reference));
  });
});
