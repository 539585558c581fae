import { type Browser, chromium, type Page } from "playwright-core";

/** Headless, and asking nobody outside: a browser that updates itself would. */
const LAUNCH = {
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export type OpenedPage = {
  page: Page;
  /** What the page asked of any host but its own. */
  foreign: string[];
  /** Errors of the page's scripts and what its security policy stopped. */
  errors: string[];
};

export type PageOptions = {
  as?: string;
  size?: { width: number; height: number };
  timezone?: string;
  scheme?: "light" | "dark";
};

/** Debian's Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH);
}

/** Opens the page as a person, and waits until the workspace is drawn. */
export async function openPage(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: options.size ?? { width: 1280, height: 800 },
    timezoneId: options.timezone ?? "Asia/Seoul",
    reducedMotion: "reduce",
    colorScheme: options.scheme ?? "light",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(25_000);
  const foreign: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => {
    const asked = new URL(request.url());
    if (asked.origin !== new URL(url).origin && !["data:", "blob:"].includes(asked.protocol)) {
      foreign.push(request.url());
    }
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(options.as === undefined ? url : `${url}?as=${options.as}`);
  await page.getByRole("textbox", { name: /^Message / }).waitFor();
  return { page, foreign, errors };
}
