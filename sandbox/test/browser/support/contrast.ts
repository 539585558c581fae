import type { Page } from "playwright-core";

/**
 * Texts on the page that are too faint for WCAG AA: below 4.5 to 1, or 3 to 1 from 24 px on (18.66 px in bold).
 * Disabled controls and invisible texts are left out, as there; runs in the page, so it is a string.
 */
const SCRIPT = `(() => {
  const parse = (colour) => {
    const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\\d.]+/g) ?? []).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const backgroundOf = (element) => {
    const layers = [];
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      layers.push(colour);
      if (colour.a === 1) break;
    }
    return layers.reduceRight((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
  };
  const isSeen = (element) => {
    for (let at = element; at !== null; at = at.parentElement) if (getComputedStyle(at).opacity === "0") return false;
    return element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled, :disabled *");
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    if (text === "" || !/[\\p{L}\\p{N}]/u.test(text) || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    const background = backgroundOf(element);
    const [one, other] = [light(over(parse(style.color), background)), light(background)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(text.slice(0, 40) + " " + ratio.toFixed(2));
  }
  return found;
})()`;

/** Each with its ratio; empty when everything can be read. */
export async function findLowContrast(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(SCRIPT);
  return Array.isArray(found) ? found.map(String) : [String(found)];
}
