import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";

const read = (name: string) => readFileSync(new URL(`../../ops/${name}`, import.meta.url), "utf8");
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const Cases = z.object({
  tests: z.array(
    z.object({
      input_series: z.array(z.object({ series: z.string() })),
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
    }),
  ),
});

const { panels } = Dashboard.parse(JSON.parse(read("grafana.json")));
const rules = Rules.parse(parse(read("alerts.yml"))).groups.flatMap(({ rules }) => rules);
const cases = Cases.parse(parse(read("alerts.test.yml"))).tests;

/** The names of a metrics page's series, with the names of their labels. */
function readPage(page: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of page.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const names = found.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) names.add(label);
    found.set(name, names);
  }
  return found;
}

/** The series that a query or a case names, with the labels that it picks them by. */
function seriesIn(query: string): { name: string; labels: string[] }[] {
  const found = query.matchAll(/\b((?:chatops|process|nodejs)_\w+)(?:\{([^}]*)\})?/g);
  return Array.from(found, ([, name = "", picked = ""]) => ({
    name,
    labels: Array.from(picked.matchAll(/(\w+)=~?"/g), ([, label = ""]) => label),
  }));
}

/** The metrics of a bot after everything that has a series of its own. */
async function scrape(): Promise<Map<string, Set<string>>> {
  const { slack, person, metrics } = await startChatops({ env: { DAILY_SEND_LIMIT: "1" } });
  for (let times = 0; times < 2; times += 1) await person.command("/msg-send", "joon Hi");
  await slack.post();
  return await eventually(async () => {
    const page = await metrics();
    expect(page).toContain('result="over_limit"');
    expect(page).toContain('fate="delivered"');
    return readPage(page);
  });
}

describe("the dashboard and the Prometheus alerts", () => {
  it("query only metrics and labels that the bot exports", async () => {
    const page = await scrape();
    const queries = [...panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
    const inputs = cases.flatMap(({ input_series }) => input_series.map(({ series }) => series));
    // No phone has an owner here, so that the series of receipts has no labels yet.
    const given = [...queries, ...inputs].flatMap(seriesIn).filter(({ name }) => !name.includes("receipts"));
    expect(given.length).toBeGreaterThan(40);
    for (const { name, labels } of given) {
      expect([...page.keys()], `a query asks for ${name}`).toContain(name);
      for (const label of labels) expect([...(page.get(name) ?? [])], name).toContain(label);
    }
  });

  it("show each of the bot's own metrics in a panel", async () => {
    const shown = new Set(
      panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => seriesIn(expr))).map(({ name }) => name),
    );
    const own = [...(await scrape()).keys()].filter((name) => name.startsWith("chatops_"));
    const families = new Set(own.map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
    for (const family of families) expect([...shown].join("\n"), family).toContain(family);
  });

  it("have test cases in which each alert fires, and in which it doesn't", () => {
    const tests = cases.flatMap(({ alert_rule_test }) => alert_rule_test);
    for (const { alert } of rules) {
      const own = tests.filter(({ alertname }) => alertname === alert);
      const fires = own.map(({ exp_alerts }) => exp_alerts.length > 0);
      expect(fires, alert).toEqual(expect.arrayContaining([true, false]));
    }
  });
});
