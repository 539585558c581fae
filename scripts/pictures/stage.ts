import type { Browser, Locator, Page } from "playwright-core";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { defaultPeople } from "../../sandbox/slack/defaults.ts";
import type { Actor, StoredMessage, View } from "../../sandbox/slack/index.ts";
import { openPage } from "../../sandbox/test/browser/support/chromium.ts";
import { startWeb } from "../../sandbox/web/index.ts";

export const locales = ["en", "ko"] as const;
export type Locale = (typeof locales)[number];

/** A desk, and Slack's column when it is dragged as small as it goes. Tall, so that no modal scrolls. */
export const widths = { wide: { width: 1280, height: 3200 }, narrow: { width: 420, height: 3600 } } as const;
export type Width = keyof typeof widths;

export type Picture = { readonly caption: string; readonly png: Readonly<Record<Width, Buffer>> };

export const tests = "C0TESTS";
export const onCall = "C0ONCALL";
export const joon = "U0JOON";
export const dana = "U0DANA";
export const at = ({ conversation, ts }: StoredMessage) => ({ message: { conversation, ts } });

const patience = { timeoutMs: 60_000 };
const slackLocale = { en: "en-US", ko: "ko-KR" } as const;

/** Numbers to send to, by what becomes of it. */
const recipients = {
  joon: "01000000001",
  optout: "01000000002",
  refused: "01000000003",
  busy: "01000000007",
  reset: "01000000010",
  "mina@U0MINA": "01087654321",
};

/** The workspace in one language, with everybody speaking it, seen at every width. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage(browser: Browser, locale: Locale) {
  const sandbox = await startSandbox({
    slack: {
      people: defaultPeople().map((person) => ({ ...person, locale: slackLocale[locale] })),
      postLimit: null,
    },
    env: {
      LOCALE: locale,
      PLATFORM_TIMEOUT_MS: "1000",
      CONSOLE_URL: "https://console.example.com",
      TEST_RECIPIENTS: Object.entries(recipients)
        .map(([name, number]) => `${name}:${number}`)
        .join(),
    },
  });
  const openWeb = () =>
    startWeb({ slack: sandbox.slack, platform: sandbox.platform, killBot: sandbox.killBot });
  let web = await openWeb();
  const { look, closeWindows } = camera(browser, () => web.url);
  return {
    ...actions(sandbox),
    look,
    /** Closes all windows; who clicked in one of them is at none from then on, so that a modal opens in any. */
    async leave() {
      await closeWindows();
      await web.close();
      web = await openWeb();
    },
    locale,
    sandbox,
    url: web.url,
    async close() {
      await web.close();
      await sandbox.close();
    },
  };
}

/** What people do, by ids that no language changes, each waited for. */
function actions({ slack }: Sandbox) {
  const posts = (where: string) =>
    (where.startsWith("U") ? slack.dm(where) : slack.messages(where)).filter(
      ({ threadTs }) => threadTs === null,
    );
  /** The newest post there that has this in its text. */
  const find = (where: string, words: string, after = ""): Promise<StoredMessage> =>
    slack.waitFor(() => posts(where).findLast(({ text, ts }) => ts > after && text.includes(words)), {
      ...patience,
      what: `“${words}” in ${where}`,
    });
  return {
    find,
    /** Sends by the quick command; resolves with the post that tells of it. */
    async send(author: Actor, typed: string): Promise<StoredMessage> {
      const before = posts(tests).length;
      await author.command("/msg-send", typed, { conversation: tests });
      return await slack.waitFor(() => posts(tests)[before], { ...patience, what: typed });
    },
    /** Until that post was edited. */
    async changed({ conversation, ts, text }: StoredMessage): Promise<void> {
      const now = () => slack.messages(conversation).find((one) => one.ts === ts);
      await slack.waitFor(() => now()?.text !== text, { ...patience, what: `another text than ${text}` });
    },
    /** The id of what was answered to that person alone. */
    async answer(person: Actor, act: () => Promise<unknown>): Promise<string> {
      const { id } = person.person;
      const before = slack.ephemerals(id).at(-1)?.id;
      await act();
      const told = await slack.waitFor(
        () => {
          const last = slack.ephemerals(id).at(-1);
          // Words about waiting end so, and are replaced.
          return last !== undefined && last.id !== before && !last.text.endsWith("…") && last;
        },
        { ...patience, what: "the answer" },
      );
      return told.id;
    },
    /** Waits until the person's top modal is as wanted. */
    view(person: Actor, isWanted: (view: View) => boolean = () => true): Promise<View> {
      return slack.waitFor(() => person.views().filter(isWanted).at(-1), { ...patience, what: "the modal" });
    },
  };
}

const windowNames = ["wide", "narrow"] as const satisfies readonly Width[];

function camera(browser: Browser, url: () => string) {
  const open = new Map<string, Record<Width, Page>>();
  const visit = async (as: string, place: string, width: Width) => {
    const { page } = await openPage(browser, url(), { as, size: widths[width] });
    await page.goto(`${url()}?as=${as}&in=${place}`);
    await page.locator(".messages, .home").first().waitFor();
    return page;
  };
  return {
    /** Somebody's windows on a place; what is told to them alone is seen in those that were open then. */
    async look(as: string, place: string): Promise<Record<Width, Page>> {
      const key = `${as} ${place}`;
      const found = open.get(key);
      if (found !== undefined) return found;
      const pages = { wide: await visit(as, place, "wide"), narrow: await visit(as, place, "narrow") };
      open.set(key, pages);
      return pages;
    },
    async closeWindows(): Promise<void> {
      for (const pages of open.values()) for (const name of windowNames) await pages[name].context().close();
      open.clear();
    },
  };
}

/** Pictures of one part of the page, at every width. */
export async function picture(
  caption: string,
  pages: Record<Width, Page>,
  part: (page: Page) => Locator | Promise<Locator>,
): Promise<Picture> {
  const shoot = async (page: Page) => {
    const locator = await part(page);
    await locator.waitFor();
    await page.mouse.move(0, 0);
    await page.evaluate("document.activeElement instanceof HTMLElement && document.activeElement.blur()");
    return await locator.screenshot({ animations: "disabled", caret: "hide" });
  };
  return { caption, png: { wide: await shoot(pages.wide), narrow: await shoot(pages.narrow) } };
}

export const post = (ts: string) => (page: Page) => page.locator(`article[data-ts="${ts}"]`).last();
export const modal = (page: Page) => page.locator("dialog.modal[open]").last();
