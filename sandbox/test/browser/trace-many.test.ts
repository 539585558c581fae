import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { heading } from "../../../test/support/words.ts";
import type { Actor } from "../../slack/actor-types.ts";
import { pointAndClick, startBrowserSandbox, type } from "./support/browser.ts";

async function linesOf(page: Page, post: Locator): Promise<string[]> {
  await pointAndClick(post.getByRole("button", { name: "How did this come about?" }));
  const steps = page.getByRole("list", { name: "How this post came about" }).getByRole("listitem");
  await steps.first().waitFor();
  return steps.locator(".exchange-name").allInnerTexts();
}

const opened = (person: Actor, count: number) => eventually(() => expect(person.views()).toHaveLength(count));

async function sendFromHome(person: Actor, text: string): Promise<void> {
  await person.click({ home: true }, "messages.open");
  await opened(person, 1);
  await person.fillAll({ to: "joon", text });
  await person.submit();
  await opened(person, 0);
}

async function comment(person: Actor, templateId: string, words: string): Promise<void> {
  await person.command("/msg-template", templateId);
  await opened(person, 1);
  await person.click({ view: true }, "templates.comment");
  await opened(person, 2);
  await person.fill("comment", words);
  await person.submit();
  await person.submit();
  await person.closeView({ all: true });
}

it("a post's trace shows only its own steps when many acts came from one Home or template", async () => {
  // The recipient has no owner: a question to one would be another post.
  const env = { TEST_RECIPIENTS: "joon:01000000001" };
  const { page, slack, platform } = await startBrowserSandbox({ env });
  const joon = slack.as("U0JOON");
  await joon.openHome();
  await eventually(() => expect(slack.home("U0JOON")).not.toBeNull());
  const [templateId = ""] = platform.state.templates.keys();
  for (let count = 1; count <= 4; count += 1) {
    await sendFromHome(joon, `Hello ${count}`);
    await comment(joon, templateId, `Question ${count}`);
  }
  const accepted = page.getByRole("article").filter({ hasText: heading.accepted });
  await eventually(async () => expect(await accepted.count()).toBe(4));
  for (const post of await accepted.all()) {
    expect(await linesOf(page, post)).toEqual([
      "Envelope: block_actions messages.open",
      "Acknowledgement",
      "Modal opened",
      "Envelope: view_submission messages.send",
      "Acknowledgement",
      "Request: POST /messages/v4/send",
      "Reply: 200",
      "Post",
    ]);
  }
  await type(page, "/msg-history");
  const history = page.getByRole("article").filter({ hasText: "Your history" });
  await history.waitFor();
  expect(await linesOf(page, history)).toEqual([
    "Envelope: command /msg-history",
    "Acknowledgement",
    "Answer to the person alone",
  ]);
  await page.getByRole("button", { name: /reviews/ }).click();
  const comments = page.getByRole("article").filter({ hasText: "Question" });
  await eventually(async () => expect(await comments.count()).toBe(4));
  for (const post of await comments.all()) {
    const lines = await linesOf(page, post);
    expect(lines.filter((line) => line === "Envelope: command /msg-template")).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("Request: POST"))).toHaveLength(1);
    expect(lines.filter((line) => line === "Post")).toHaveLength(1);
  }
});
