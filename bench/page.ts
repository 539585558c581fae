import type { Page } from "playwright-core";
import { startSandbox } from "../sandbox/sandbox.ts";
import type { SlackWorkspace } from "../sandbox/slack/index.ts";
import { launchBrowser, openPage } from "../sandbox/test/browser/support/chromium.ts";
import { startWeb } from "../sandbox/web/index.ts";

/** How the sandbox's page feels with long conversations: from a click or a key to the next frame. Needs Chromium. */

const MESSAGES = 200;
const ROUNDS = 20;
const TARGET_MS = 100;
const CHANNELS = { C0TESTS: "sms-tests", C0REVIEWS: "reviews" } as const;

/** A post as the app makes them: a section with fields, buttons, a context line. */
function blocksOf(index: number): readonly object[] {
  const plain = (text: string) => ({ type: "plain_text", text });
  return [
    {
      type: "section",
      text: plain(`Accepted: message ${index}`),
      fields: [plain("0212345678"), plain("20")],
    },
    {
      type: "actions",
      elements: [{ type: "button", action_id: "edit", text: plain("Edit and send again") }],
    },
    { type: "context", elements: [plain("Joon Park"), plain("M4V0001")] },
  ];
}

async function fill({ apiUrl, botToken }: SlackWorkspace, channel: string): Promise<void> {
  for (let index = 1; index <= MESSAGES; index += 1) {
    await fetch(`${apiUrl}chat.postMessage`, {
      method: "POST",
      headers: { authorization: `Bearer ${botToken}`, "content-type": "application/json" },
      body: JSON.stringify({ channel, text: `Accepted: message ${index}`, blocks: blocksOf(index) }),
    });
  }
}

/** Runs in the page: does something, and resolves with the time until it is drawn. */
function timed(act: string, isDone: string): string {
  return `new Promise((resolve) => {
    const start = performance.now();
    ${act};
    const look = () => (${isDone})
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      : setTimeout(look);
    look();
  })`;
}

async function measure(page: Page, script: (round: number) => string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(Number(await page.evaluate(script(round))));
    await page.waitForTimeout(100);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
}

const switchTo = (round: number): string => {
  const name = Object.values(CHANNELS)[(round + 1) % 2];
  const place = `[...document.querySelectorAll(".place")].find((place) => place.textContent.includes("${name}"))`;
  const isThere = `document.querySelector("h1").textContent === "#${name}"`;
  return timed(
    `${place}.click()`,
    `${isThere} && document.querySelector(".messages").innerText.includes("message ${MESSAGES}")`,
  );
};

const typeOne = (): string =>
  timed(
    `const box = document.querySelector(".composer-input");
     box.value += "x";
     box.dispatchEvent(new InputEvent("input", { bubbles: true }))`,
    "true",
  );

const sandbox = await startSandbox({ slack: { postLimit: null } });
const web = await startWeb({ slack: sandbox.slack, platform: sandbox.platform });
const browser = await launchBrowser();
try {
  for (const channel of Object.keys(CHANNELS)) await fill(sandbox.slack, channel);
  const { page } = await openPage(browser, web.url);
  const rows = [
    [`switch to a conversation of ${MESSAGES} messages`, await measure(page, switchTo)],
    ["type a character there", await measure(page, typeOne)],
  ] as const;
  console.log("|  | p50 ms | target |\n| --- | --- | --- |");
  for (const [name, ms] of rows) {
    console.log(`| ${name} | ${ms.toFixed(0)} | < ${TARGET_MS}${ms < TARGET_MS ? "" : " MISSED"} |`);
  }
} finally {
  await browser.close();
  await web.close();
  await sandbox.close();
}
