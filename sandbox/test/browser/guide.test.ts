import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { sends } from "../../../test/support/sends.ts";
import { en, heading } from "../../../test/support/words.ts";
import { findByAxe } from "./support/axe.ts";
import {
  composer,
  message,
  modal,
  startBrowserSandbox,
  startWholeSandbox,
  type,
  type Way,
  ways,
} from "./support/browser.ts";

const [byMouse] = ways;
/** How long the page waits for a step. */
const patienceMs = 10_000;
const env = { PLATFORM_TIMEOUT_MS: "1000" };
const { title } = en.proposals.card;

const [send, refusal, silence, template, picture, outside] = [
  ["Send a test message", /claims no delivery/, "Send a test message"],
  ["See a refusal", /own reason/, "See a refusal"],
  [
    "Silence the platform, then be on call and settle it",
    /settle it with one of its buttons/,
    "Settle a silence",
  ],
  [
    "Propose a template change and approve it as somebody else",
    /You are Mina, a reviewer/,
    "Change a template",
  ],
  ["Send a picture and see who it went to", /the message that it went out with/, "Send a picture"],
  ["Break the platform, or be its vendor", /Outside world/, "Break the platform"],
] as const;
const kill = ["Kill the bot while it sends", /Nothing was sent twice/, "Kill the bot"] as const;
type Step = readonly [label: string, look: RegExp, name: string];

/** The button that plays a step: in the list of steps, or in the strip below the conversation, which has only its name. */
function player(page: Page, [label, , name]: Step): Locator {
  return page.getByRole("button", { name: new RegExp(`^(${label}|Next: ${name})$`) }).last();
}

function step(page: Page, label: string): Locator {
  return page.getByRole("listitem").filter({ hasText: label });
}

/** Plays the step with whichever button the page shows, and waits for its end. */
async function play(page: Page, step: Step, { use }: Pick<Way, "use">): Promise<void> {
  await use(player(page, step));
  await isDone(page, step[1]);
}

/** Waits until the step is done, or has come to what it leaves to the person. */
async function isDone(page: Page, look: RegExp): Promise<void> {
  await page.locator(".guide-step:is(.done, .yours)").getByText(look).waitFor();
}

/** On a phone, the composer and the steps leave three quarters of the screen to the messages. */
async function expectRoom(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if (width > 800) return;
  const heights = await Promise.all(
    [".composer", ".guide-strip"].map(async (part) => (await page.locator(part).boundingBox())?.height ?? 0),
  );
  expect.soft(heights[0]! + heights[1]!, `${heights}`).toBeLessThan(height / 4);
  const words = page.locator(".guide-strip :is(h2, .button), .composer-input");
  const cut = await words.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
  );
  expect.soft(cut).toEqual([]);
  expect.soft((await page.locator(".composer-input").boundingBox())?.height).toBeLessThan(50);
}

/** Opens the list of steps, which a narrow screen hides during a step. */
async function openSteps(page: Page): Promise<Locator> {
  const steps = page.getByRole("complementary", { name: "First minute" });
  const opener = page.getByRole("button", { name: /^(First minute|All steps)$/ }).first();
  if (!(await steps.isVisible())) await opener.click();
  return steps;
}

async function expectClean(page: Page): Promise<void> {
  expect.soft(await findByAxe(page)).toEqual([]);
}

/** Goes to the next step: by keyboard the focus must be there already, with a mouse its button is found. */
function onward(page: Page, way: Way): (step: Step) => Promise<void> {
  if (way === byMouse) return (step) => way.use(player(page, step));
  return async ([label, , name]) => {
    await eventually(async () =>
      expect([label, `Next: ${name}`]).toContain(await page.evaluate("document.activeElement.textContent")),
    );
    await page.keyboard.press("Enter");
  };
}

describe.each(ways)("the sandbox's First minute, $how", (way) => {
  const { use, options } = way;

  it("plays each of its six steps with one press, and says what to look at", async () => {
    const { page, slack, platform, errors } = await startBrowserSandbox({ env, ...options });
    const press = onward(page, way);
    await page.getByRole("region", { name: "The first minute" }).waitFor();
    await expectClean(page);
    await page.getByRole("button", { name: send[0] }).focus();
    await press(send);
    await isDone(page, send[1]);
    await message(page, "SMS accepted").waitFor();
    await slack.waitFor(() => slack.dm("U0JOON").some(({ text }) => text.includes(en.receipts.ask(1, true))));
    await expectClean(page);
    await expectRoom(page);
    await press(refusal);
    await isDone(page, refusal[1]);
    await message(page, "SMS refused").waitFor();
    await press(silence);
    await isDone(page, silence[1]);
    await page.getByText("You are Dana Choi").waitFor();
    await page.getByRole("heading", { name: "#on-call" }).waitFor();
    await message(page, "outcome unknown").waitFor();
    await expectRoom(page);
    const asked = slack.messages("C0ONCALL").find(({ text }) => text.startsWith("❓"))!;
    await slack
      .as("U0DANA")
      .click({ message: { conversation: "C0ONCALL", ts: asked.ts } }, "messages.settle:arrived");
    await isDone(page, /who settled it/);

    // The conversation shows the change word by word before somebody else approves it.
    await press(template);
    const card = message(page, title.open);
    await page.getByText("You are Mina Lee").waitFor();
    await card.locator('[data-action="templates.approve"]').waitFor();
    expect(platform.requests.filter(({ method }) => method === "PUT")).toEqual([]);
    expect(await card.innerText()).not.toContain(en.proposals.card.neverSeen);
    await card.locator("strong, s, b, del").getByText("오늘").first().waitFor();
    await isDone(page, template[1]);
    await message(page, title.sent).waitFor();
    const [seeded] = [...platform.state.templates.values()].slice(1);
    expect(seeded?.content).toContain("오늘");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await expectClean(page);
    await expectRoom(page);

    await press(picture);
    await isDone(page, picture[1]);
    await message(page, "MMS accepted").waitFor();
    await eventually(() => expect(sends(platform)).toHaveLength(3));
    const [file] = platform.state.files.values();
    expect(file).toMatchObject({ type: "MMS", originalName: "sunset.png", width: 480 });
    expect(platform.state.messages.at(-1)).toMatchObject({ request: { message: { imageId: file?.fileId } } });
    expect(slack.findings).toEqual([]);
    await expectClean(page);

    // After the last step the page says what to do next; the step is done only once something is broken.
    await press(outside);
    await page.locator(".guide-step.yours").getByText(outside[1]).waitFor();
    await page.getByRole("complementary", { name: "Outside world" }).waitFor();
    await expectClean(page);
    await press(["Now send one of your own", /./, ""]);
    await modal(page, en.send.title).waitFor();
    await page.keyboard.press("Escape");
    await modal(page).waitFor({ state: "detached" });
    const strip = page.getByRole("region", { name: /^Step/ });
    await strip.waitFor();
    await use(page.getByRole("button", { name: "Outside world" }));
    await use(page.getByRole("button", { name: "Refusing" }));
    await strip.waitFor({ state: "detached" });
    await page.getByText("That was all of the first minute.").waitFor();
    // The strip stays away when the list of steps opens, in which all are done.
    await use(page.getByRole("button", { name: "First minute" }));
    await eventually(async () => expect(await page.locator(".guide-step.done").count()).toBe(6));
    await use(page.getByRole("button", { name: "Close first minute" }));
    await message(page, "MMS accepted").waitFor();
    expect(await strip.count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it("leads through resolving an unknown outcome as on-call, and shows the act's traffic", async () => {
    const { page } = await startBrowserSandbox({ env, ...options });
    await play(page, silence, way);
    expect(await page.locator(".guide-step.done").count()).toBe(0);
    await use(message(page, "outcome unknown").getByRole("button", { name: en.resolve.buttons.arrived }));
    await use(page.locator("dialog.confirm").getByRole("button", { name: en.resolve.confirm.yes.arrived }));
    await message(page, heading.arrived).waitFor();
    await page.locator(".guide-step.done").getByText("who settled it").waitFor();
    await use(page.getByRole("button", { name: "See its traffic" }));
    const story = page.getByRole("list", { name: "How this post came about" });
    await story.getByText("POST /messages/v4/send").waitFor();
    await story.getByText("block_actions messages.settle:arrived").waitFor();
    // The next step's button is below the traffic too.
    await page.getByRole("button", { name: `Next: ${template[2]}` }).click({ trial: true });
    await use(page.getByRole("button", { name: "Put the steps away" }));
    expect(await page.getByRole("region", { name: /^Step/ }).count()).toBe(0);
  });

  it("can be closed, stays closed after a reload, and can be opened again", async () => {
    const { page } = await startBrowserSandbox({ env, ...options });
    const card = page.getByRole("region", { name: "The first minute" });
    await use(card.getByText("Numbers to practise with"));
    await card.getByText("01000000009 silent").waitFor();
    await use(card.getByRole("button", { name: "Put away" }));
    await page.getByText("Nothing here yet").waitFor();
    await page.reload();
    await page.getByText("Nothing here yet").waitFor();
    await use(page.getByRole("button", { name: "First minute" }));
    await page.getByRole("complementary", { name: "First minute" }).waitFor();
    await use(page.getByRole("button", { name: "Close first minute" }));
    await card.waitFor();
  });
});

it("the sandbox's First minute kills the bot while it sends, and the new bot sends nothing again", async () => {
  const { page, platform, slack, errors } = await startWholeSandbox();
  await play(page, kill, byMouse);
  const post = message(page, "outcome unknown");
  await post.waitFor();
  await slack.waitFor(() => slack.dm("U0JOON").some(({ text }) => text.startsWith("❓")));
  expect(sends(platform)).toHaveLength(1);
  expect(await page.locator(".guide-step").count()).toBe(7);
  await page.getByRole("button", { name: "Outside world" }).click();
  await page.getByRole("button", { name: "Kill it, and start another" }).click();
  await page.getByText("Killed, and started again").waitFor();
  await page.getByRole("button", { name: "Close outside world" }).click();
  await type(page, "/msg-send joon Hello");
  await message(page, "SMS accepted").waitFor();
  expect(sends(platform)).toHaveLength(2);
  expect(slack.findings).toEqual([]);
  expect(errors).toEqual([]);
});

it("the sandbox's First minute can repeat a step, with another picture and no second comment", async () => {
  const { page, platform, slack, errors } = await startBrowserSandbox({ env });
  const again = async ([label]: Step) => (await openSteps(page)).getByRole("button", { name: label }).click();
  await play(page, template, byMouse);
  await again(template);
  await eventually(() => expect(platform.requests.filter(({ method }) => method === "PUT")).toHaveLength(2));
  expect(platform.requests.filter(({ path }) => path.endsWith("/comment"))).toHaveLength(1);
  await isDone(page, template[1]);
  await play(page, picture, byMouse);
  // Another picture, so that the platform doesn't get the same bytes twice.
  await again(picture);
  await eventually(() => expect(sends(platform)).toHaveLength(2));
  expect(platform.state.files.size).toBe(2);
  expect(slack.findings).toEqual([]);
  expect(errors).toEqual([]);
});

it("the first minute says that a step didn't happen in time, and can repeat it", async () => {
  const { page, slack, platform } = await startBrowserSandbox({ env });
  // Every post: the first one may be a monitor's alert at the start.
  slack.faults.webApi({ method: "chat.postMessage", kind: "hang" });
  await page.clock.install();
  await step(page, "Send a test message").getByRole("button").first().click();
  await eventually(() => expect(sends(platform)).toHaveLength(1));
  await page.clock.fastForward(patienceMs);
  await step(page, "Send a test message").getByText("It did not happen in time").waitFor();
  slack.faults.clear();
  slack.faults.releaseHangs();
  await message(page, "SMS accepted").waitFor();
  await play(page, send, byMouse);
  await type(page, "and on");
  await composer(page).waitFor();
});
