import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { ko } from "../../../test/support/words.ts";
import { message, openInBrowser } from "./support/browser.ts";
import type { OpenedPage } from "./support/chromium.ts";

/** `npm run sandbox` as a person starts it, and its page; `kill` ends it as a crash does. */
async function startCommand(env: Record<string, string> = {}): Promise<OpenedPage & { kill(): void }> {
  const child = spawn(process.execPath, ["sandbox/main.ts"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own, with which the bot is killed as well.
    detached: true,
  });
  const kill = () => void process.kill(-child.pid!, "SIGKILL");
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^ {2}Open (\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    return { ...(await openInBrowser(address)), kill };
  }
  throw new Error("the sandbox named no address");
}

it("the sandbox with LOCALE=ko posts in Korean, and its First minute works", async () => {
  const { page, errors } = await startCommand({ LOCALE: "ko" });
  const play = async (label: string) => {
    await page.getByRole("button", { name: label }).last().click();
    await page.locator(".guide-step.done").filter({ hasText: label }).waitFor();
  };
  await play("Send a test message");
  await message(page, ko.outcomes.title.accepted("SMS")).waitFor();
  await play("See a refusal");
  await message(page, ko.outcomes.title.refused("SMS")).waitFor();
  await play("Propose a template change");
  await message(page, ko.proposals.card.title.sent).waitFor();
  await play("Send a picture");
  await message(page, ko.outcomes.title.accepted("MMS")).waitFor();
  expect(errors).toEqual([]);
});

it("the page says that the sandbox has stopped after a crash, and shows the bot as not connected", async () => {
  const { page, kill } = await startCommand();
  const status = page.getByRole("navigation", { name: "Workspace" }).getByRole("status");
  await status.getByText("bot connected", { exact: true }).waitFor();
  const colour = () => status.evaluate((element) => getComputedStyle(element).color);
  const before = await colour();
  kill();
  await status.getByText("the sandbox is gone").waitFor();
  expect(await colour()).not.toBe(before);
});
