import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../../../web/page/", import.meta.url);
const sheets = readdirSync(folder)
  .filter((name) => name.endsWith(".css"))
  .map((name) => ({ name, css: readFileSync(new URL(name, folder), "utf8") }));

/** Each value of these properties, with its sheet. */
function valuesOf(property: string): string[] {
  const declaration = new RegExp(`^\\s*${property}:\\s*([^;]+);`, "gm");
  return sheets.flatMap(({ name, css }) =>
    [...css.matchAll(declaration)].map(([, value = ""]) => `${name} ${value}`),
  );
}

it.each(["font-size", "font", "(?:row-|column-)?gap"])(
  "every %s in the page's style sheets uses a step of the theme's scale",
  (property) => {
    const own = valuesOf(property).filter(
      (value) => !/^\S+ (?:inherit$|0$|.*var\(--(?:text|space)-)/.test(value),
    );
    expect(own).toEqual([]);
  },
);

it("the page's style sheets use only variables of the theme, and the theme defines each one once", () => {
  const theme = sheets.find(({ name }) => name === "theme.css")?.css ?? "";
  const [light = "", dark = ""] = theme.split("@media (prefers-color-scheme: dark)");
  const namesIn = (css: string) => [...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name);
  const used = sheets.flatMap(({ css }) => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  expect(used.filter((name) => !namesIn(light).includes(name))).toEqual([]);
  expect(namesIn(dark).filter((name) => !namesIn(light).includes(name))).toEqual([]);
  expect(new Set(namesIn(light)).size).toBe(namesIn(light).length);
});
