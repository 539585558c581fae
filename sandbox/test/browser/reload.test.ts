import { beforeEach, describe, expect, it } from "vitest";
import { composer, modal, openWorkspace, type, useInSidebar, ways } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

describe.each(ways)("a reload of the sandbox's page, $how", (way) => {
  const { use, options } = way;
  it("keeps the chosen person, conversation and thread", async () => {
    gallery.slack.as("U0MINA").say("C0REVIEWS", "a parent");
    const { page } = await openWorkspace(gallery.slack, options);
    await useInSidebar(page, way, /^Mina Lee/);
    await page.getByText("You are Mina Lee").waitFor();
    await useInSidebar(page, way, "reviews");
    await page.getByRole("article").hover();
    await use(page.getByRole("button", { name: "Reply in thread" }));
    await page.getByRole("complementary", { name: "Thread" }).waitFor();
    await page.reload();
    await page.getByText("You are Mina Lee").waitFor();
    await page.getByRole("heading", { name: "#reviews", includeHidden: true }).waitFor({ state: "attached" });
    await page.getByRole("complementary", { name: "Thread" }).getByText("a parent").waitFor();
  });

  it("keeps the app's Home tab open, with its content", async () => {
    const { page } = await openWorkspace(gallery.slack, options);
    await useInSidebar(page, way, /^Messaging ChatOps/);
    await use(page.getByRole("tab", { name: "Home" }));
    await page.getByText("Last: Not yet").waitFor();
    await page.reload();
    await page.getByRole("tab", { name: "Home", selected: true }).waitFor();
    await page.getByText("Last: Not yet").waitFor();
  });

  it("shows the page even when the first frame of events comes late", async () => {
    const { page } = await openWorkspace(gallery.slack, options);
    await page.addInitScript(`
      const later = setTimeout;
      window.setTimeout = (run, ms, ...rest) => later(run, ms >= 30 && ms <= 110 ? 3000 : ms, ...rest);
      window.requestAnimationFrame = (run) => later(run, 3000);
    `);
    await page.reload();
    await composer(page).waitFor();
  });

  it("opens another conversation when the person can't see the one in the address", async () => {
    const { page, url } = await openWorkspace(gallery.slack, options);
    await page.goto(`${url}?as=U0JOON&in=G0SECRET`);
    await page.getByRole("heading", { name: "#sms-tests" }).waitFor();
  });

  it("closes the modal and clears ephemeral answers, but not in another window", async () => {
    const { page, url } = await openWorkspace(gallery.slack, options);
    const other = await page.context().newPage();
    await other.goto(url);
    await composer(other).waitFor();
    await type(page, "/nothing");
    await page.getByText("not a valid command").waitFor();
    await type(other, "/form all");
    await modal(other).waitFor();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await page.reload();
    await composer(page).waitFor();
    expect(await page.getByText("not a valid command").count()).toBe(0);
    expect(await modal(other).isVisible()).toBe(true);
    expect(await other.getByText("not a valid command").count()).toBe(1);
    await other.reload();
    await composer(other).waitFor();
    expect(await other.locator("dialog[open]").count()).toBe(0);
    await type(page, "/form all");
    await modal(page).waitFor();
    expect(await other.locator("dialog[open]").count()).toBe(0);
  });
});
