import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../..", import.meta.url);
const sources = globSync(
  "{test/{app,unit,contract,support,process,golden},sandbox/test/{unit,support}}/**/*.ts",
  { cwd: root },
)
  .filter((path) => path !== "test/unit/steady-tests.test.ts")
  .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));

/** A command, click or submission that is repeated until it has the expected effect. */
const pressedAgain =
  /(?:eventually|\.poll|waitFor)\(async \(\) => (?:\{(?:(?!\n\s*\}\);)[\s\S])*?|[^{;][^;]*?)\.(?:command|click|submit)\(/;

describe("no test file", () => {
  it.each<[string, RegExp, string[]]>([
    [
      "calculates from the machine's clock",
      /Date\.now\(\) [-+]/,
      // These have clocks that a test moves, or fake timers.
      [
        ...["support/story-clock.ts", "support/delivery.ts"],
        ...["unit/slack/edge/hold-monitor.test.ts"],
        "unit/slack/posts/lease.test.ts",
      ],
    ],
    ["sleeps", /import \{[^}]*\bset(?:Timeout|Interval)\b[^}]*\} from "node:timers\/promises"/, []],
    ["sleeps in a database", /pg_sleep/, []],
    ["is retried", /\bretry: [1-9]|--retry/, []],
    ["has a short time-out of the platform", /PLATFORM_TIMEOUT_MS: "\d{1,4}"/, []],
    ["presses a button repeatedly", pressedAgain, ["process/held-up.test.ts"]],
  ])("%s", (_, pattern, but) => {
    const found = sources.filter(({ path, text }) => pattern.test(text) && !but.includes(path.slice(5)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});
