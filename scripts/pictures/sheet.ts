import type { Browser } from "playwright-core";
import type { Picture, Width } from "./stage.ts";

/** How wide one picture is shown, and how many stand side by side. */
export type Layout = Readonly<Record<Width, { readonly columns: number; readonly width: number }>>;

const style = `
  body { margin: 0; padding: 20px; font: 600 14px/1.3 "Noto Sans", "DejaVu Sans", sans-serif; color: #333; background: #d9d7dc; }
  main { column-gap: 20px; }
  figure { margin: 0 0 18px; break-inside: avoid; }
  figcaption { margin-bottom: 5px; }
  img { display: block; max-width: 100%; border-radius: 6px; background: #fff; }
`;

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Many pictures on one, each with its caption. */
export async function composeSheet(
  browser: Browser,
  pictures: readonly Picture[],
  { layout, width }: { layout: Layout; width: Width },
): Promise<Buffer> {
  const { columns, width: each } = layout[width];
  const page = await browser.newPage({ viewport: { width: columns * (each + 20) + 20, height: 400 } });
  const figures = pictures.map(
    ({ caption, png }) =>
      `<figure><figcaption>${escapeHtml(caption)}</figcaption><img src="data:image/png;base64,${png[width].toString("base64")}"></figure>`,
  );
  await page.setContent(
    `<style>${style}</style><main style="columns: ${columns}">${figures.join("")}</main>`,
    { waitUntil: "load" },
  );
  const sheet = await page.screenshot({ fullPage: true });
  await page.close();
  return sheet;
}
