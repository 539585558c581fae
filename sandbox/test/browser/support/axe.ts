import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds wrong on the page as it stands, by all of its rules or one; a line each, empty when nothing. */
export async function findByAxe(page: Page, rule?: string): Promise<string[]> {
  // Half a megabyte, once for each document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const rules = rule === undefined ? "" : `, runOnly: ["${rule}"]`;
  const found: unknown = await page.evaluate(`axe.run(document, { resultTypes: ["violations"]${rules} }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 160) + " " + failureSummary)),
  )`);
  return Array.isArray(found) ? found.map(String) : [String(found)];
}
