import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { launchBrowser } from "../sandbox/test/browser/support/chromium.ts";
import { takeLists, takeWords } from "./pictures/answers.ts";
import { takeFiles } from "./pictures/files.ts";
import { takeFirstMinute } from "./pictures/first-minute.ts";
import { takeFormSteps, takeForms } from "./pictures/forms.ts";
import { takeHomes } from "./pictures/home.ts";
import { takeMoving } from "./pictures/moving.ts";
import { takePosts } from "./pictures/posts.ts";
import { takeRuns } from "./pictures/runs.ts";
import { composeSheet, type Layout } from "./pictures/sheet.ts";
import { type Locale, locales, openStage, type Picture, type Stage, widths } from "./pictures/stage.ts";
import { takeTemplates } from "./pictures/templates.ts";
import { takeViews } from "./pictures/views.ts";

/**
 * Takes the pictures of docs/pictures from the sandbox with the real bot in it.
 * With names of sheets behind the command (`results`, `first-minute`, `views` …), those alone. Needs Debian's chromium,
 * fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji and pngquant.
 */

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));

type Sheet = {
  readonly name: string;
  readonly take: (stage: Stage) => Promise<Picture[]>;
  readonly layout: Layout;
  /** One of them that the README shows by itself: the left part, in which all of it stands. */
  readonly alone?: { readonly caption: string; readonly file: string; readonly width: number };
};

const posts: Layout = { wide: { columns: 2, width: 860 }, narrow: { columns: 4, width: 420 } };
const modals: Layout = { wide: { columns: 4, width: 520 }, narrow: { columns: 5, width: 388 } };

/** In this order: what is sent for one is listed in a later one. */
const sheets: readonly Sheet[] = [
  { name: "results", take: takePosts, layout: posts },
  { name: "forms", take: takeForms, layout: modals },
  { name: "form-steps", take: takeFormSteps, layout: modals },
  { name: "files", take: takeFiles, layout: posts },
  { name: "lists", take: takeLists, layout: posts },
  { name: "templates", take: takeTemplates, layout: posts },
  {
    name: "runs",
    take: takeRuns,
    layout: posts,
    alone: { caption: "A run, with what its phones' holders say", file: "run", width: 720 },
  },
  { name: "answers", take: takeWords, layout: posts },
  { name: "home", take: takeHomes, layout: posts },
];

/** The README's own: the whole page at a desk. */
const wholePages = [
  { name: "first-minute", take: takeFirstMinute },
  { name: "views", take: takeViews },
] as const;

/** With a palette: a third of the size, and nobody sees the difference. */
function save(name: string, png: Buffer): void {
  const small = execFileSync("pngquant", ["--speed", "1", "96", "-"], { input: png });
  writeFileSync(`${folder}${name}.png`, small);
  console.log(`docs/pictures/${name}.png ${Math.round(small.length / 1024)} KB`);
}

async function cropAlone(
  pictures: readonly Picture[],
  { caption, width }: NonNullable<Sheet["alone"]>,
): Promise<Buffer> {
  const found = sharp(pictures.find((one) => one.caption === caption)?.png.wide);
  const { height } = await found.metadata();
  return await found.extract({ left: 0, top: 0, width, height }).toBuffer();
}

async function takeSheets(browser: Browser, stage: Stage): Promise<void> {
  for (const { name, take, layout, alone } of sheets) {
    if (!isWanted(name)) continue;
    const pictures = await take(stage);
    if (alone !== undefined && stage.locale === "en") save(alone.file, await cropAlone(pictures, alone));
    for (const width of ["wide", "narrow"] as const) {
      const file = `${name}-${stage.locale}-${widths[width].width}`;
      save(file, await composeSheet(browser, pictures, { layout, width }));
    }
    await stage.leave();
  }
}

async function onStage(browser: Browser, locale: Locale, act: (stage: Stage) => Promise<void>) {
  const stage = await openStage(browser, locale);
  try {
    await act(stage);
  } finally {
    await stage.close();
  }
}

const wanted = process.argv.slice(2);
function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const { name: group, take } of wholePages) {
    if (!isWanted(group)) continue;
    await onStage(browser, "en", async (stage) => {
      for (const [name, png] of await take(browser, stage)) save(name, png);
    });
  }
  if (isWanted("moving")) {
    await onStage(browser, "en", async (stage) => {
      const moving = await takeMoving(browser, stage);
      writeFileSync(`${folder}first-minute.webp`, moving);
      console.log(`docs/pictures/first-minute.webp ${Math.round(moving.length / 1024)} KB`);
    });
  }
  for (const locale of locales) await onStage(browser, locale, (stage) => takeSheets(browser, stage));
} finally {
  await browser.close();
}
