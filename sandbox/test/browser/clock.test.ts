import { expect, it } from "vitest";
import { heading } from "../../../test/support/words.ts";
import { startBrowserSandbox, type, ways } from "./support/browser.ts";

/** Another time zone than the bot's, so that the browser's own times would differ. */
const timezone = "America/New_York";

it.each(ways)("the page shows all times in the bot's time zone, $how", async ({ options }) => {
  const { page, slack } = await startBrowserSandbox({ timezone, ...options });
  await type(page, "/msg-send joon Hello");
  const post = page.getByRole("article").filter({ hasText: heading.accepted }).last();
  await post.waitFor();
  const [{ ts = "0" } = {}] = slack.messages("C0TESTS");
  const time = new Intl.DateTimeFormat("en-US", {
    timeZone: "Asia/Seoul",
    hour: "numeric",
    minute: "2-digit",
  }).format(Number(ts) * 1000);
  const shown = (await post.innerText()).replace(/\s/gu, " ");
  expect(shown).toContain(`APP ${time.replace(/\s/gu, " ")}`);
  expect(shown).toContain(`today ${time.replace(/\s/gu, " ")}`);
  await page.getByText("All times: Asia/Seoul").waitFor({ state: "attached" });
});
