import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { en } from "../../../test/support/words.ts";
import {
  actAs,
  button,
  composer,
  field,
  message,
  modal,
  startBrowserSandbox,
  submit,
  type,
} from "./support/browser.ts";

const { proposals, templates } = en;
const { title } = proposals.card;
const content = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}";

async function open(page: Page, templateId: string, action: string): Promise<void> {
  await type(page, `/msg-template ${templateId}`);
  await button(page, action).click();
}

async function comment(page: Page, templateId: string, words: string): Promise<void> {
  await open(page, templateId, "templates.comment");
  await field(page, "comment").fill(words);
  await submit(page);
  await modal(page).getByText(templates.comment.ask).waitFor();
  await submit(page);
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

async function closeAll(page: Page): Promise<void> {
  while ((await page.locator("dialog.modal[open]").count()) > 0) await page.keyboard.press("Escape");
}

it("a template on the page is proposed, approved, rejected by a vendor and reported", async () => {
  const { page, platform, errors, slack } = await startBrowserSandbox();
  const templateId = [...platform.state.templates.keys()][1] ?? "";
  await page
    .getByRole("link", { name: /reviews/ })
    .or(page.getByRole("button", { name: /reviews/ }))
    .first()
    .click();
  await composer(page).waitFor();
  await open(page, templateId, "templates.update");
  await field(page, "content").fill(content);
  await field(page, "reason").fill("The reviewer asks for the carrier");
  await submit(page);
  await modal(page)
    .getByText(proposals.card.title.open)
    .or(modal(page).getByText(en.propose.form.sent))
    .waitFor();
  await closeAll(page);
  const card = message(page, title.open);
  const approve = card.locator('[data-action="templates.approve"]');
  await approve.click();
  await message(page, proposals.obstacles.notReviewer).waitFor();
  await actAs(page, /^Mina Lee/);
  await approve.click();
  await modal(page).getByText(proposals.card.confirmApprove.says(1)).waitFor();
  await submit(page);
  await message(page, title.sent).waitFor();
  await message(page, title.sent).locator(".replies").click();
  for (const vendor of ["vendorA", "vendorB"]) {
    await page.locator(".thread").getByText(`${vendor} · review not requested`).first().waitFor();
  }
  await page.getByRole("button", { name: "Close thread" }).click();
  platform.vendor.reject(templateId, "vendorB", "The carrier needs a link");
  await comment(page, templateId, "Is this what you meant?");
  const rejected = message(page, proposals.card.rejectedBy("vendorB"));
  await rejected.getByText("The carrier needs a link").waitFor();
  await open(page, templateId, "templates.report");
  await modal(page).locator('[data-block="status.vendorA"]').getByRole("combobox").click();
  await modal(page)
    .getByRole("option", { name: /APPROVED/ })
    .first()
    .click();
  await submit(page);
  await modal(page).getByText(templates.report.done).waitFor();
  await closeAll(page);
  await message(page, proposals.card.rejectedBy("vendorB"))
    .getByText("vendorA APPROVED", { exact: true })
    .waitFor();
  expect(platform.requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { content },
  ]);
  expect(slack.findings).toEqual([]);
  expect(errors).toEqual([]);
});

it("a newcomer on the page reports a template, and proposes a change of it", async () => {
  const { page, errors, slack } = await startBrowserSandbox();
  await type(page, "/msg-template KA01TP-NEW");
  await modal(page).getByText(templates.view.neverSeen).waitFor();
  await button(page, "templates.report").click();
  await field(page, "name").fill("배송 출발");
  await field(page, "content").fill("#{고객명}님의 상품이 출발했습니다.");
  await modal(page).locator('[data-block="status.vendorA"]').getByRole("combobox").click();
  await modal(page)
    .getByRole("option", { name: /APPROVED/ })
    .first()
    .click();
  await submit(page);
  await button(page, "templates.update").click();
  await modal(page)
    .getByText(/from the console/)
    .first()
    .waitFor();
  await field(page, "content").fill("#{고객명}님의 상품이 방금 출발했습니다.");
  await field(page, "reason").fill("It sounds nicer");
  await submit(page);
  await modal(page)
    .getByText(proposals.card.title.open)
    .or(modal(page).getByText(en.propose.form.sent))
    .first()
    .waitFor();
  const card = await slack.waitFor(() =>
    slack.messages("C0REVIEWS").find(({ text }) => text.includes(proposals.card.title.open)),
  );
  expect(card.text).toContain("상품이 {+방금 +}출발했습니다.");
  expect(errors).toEqual([]);
});
