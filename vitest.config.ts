import { statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Enough for every store, file and copy of the source that tests have at the same time. */
const roomBytes = 1e9;

/**
 * Tests end processes, and none can cut the power: what is written is as safe from them in memory, and a commit doesn't
 * wait for a disk that others keep busy. The commits themselves are as in production.
 */
function folderInMemory(): { TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > roomBytes ? { TMPDIR: "/dev/shm" } : {};
  } catch {
    return {};
  }
}

/** Where people at once, and what is told in several places, have most to do with the store. */
const storiesInPostgres =
  "living-posts,oncall,run-again,runs,several-recipients,templates-decide,unknowns-card";

/**
 * `npm test` is what a change waits for, and needs nothing but npm: `npm`, then `process`, whose tests need real processes or
 * real seconds. `long` does one thing hundreds of times, kills process after process or compiles the app over and over;
 * `http` tells over HTTP the stories that `npm test` tells over Socket Mode (`storyModes` in `test/support/chatops.ts`); the
 * others need a real Chromium or a real PostgreSQL, on which `stories` tells some of the same again. `.ci/run` runs a
 * part of each in turn, `npm run proof -- --all` all of it.
 */
export default defineConfig({
  test: {
    // Most tests wait for sockets, databases and Slack's pace, so two processors are idle with one or two workers each; and
    // each worker loads and compiles the app anew, which takes seconds.
    maxWorkers: 6,
    // Each file would load the app anew, which takes longer than most files' tests. Nothing of ours keeps state in
    // a module, and what changes the process (clock, listeners) is put back by the test that changed it.
    isolate: false,
    env: folderInMemory(),
    restoreMocks: true,
    // Tests wait for what they await as long as it takes. These ends are for what never comes, told by what waited
    // for it (`test/support/eventually.ts`); none of them is met by a machine that is merely busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: "npm",
          include: [
            "test/{unit,app,contract,simulation,golden}/**/*.test.ts",
            "sandbox/test/unit/**/*.test.ts",
          ],
          setupFiles: "test/support/property-runs.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          include: ["test/process/**/*.test.ts"],
          // Bots that run as processes keep production's budgets and Slack's three seconds: with more of them at once, or
          // beside all other tests, they would be late.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: "long", include: ["test/long/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "http",
          include: ["test/app/**/*.test.ts"],
          env: { ...folderInMemory(), STORIES_OVER: "http" },
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          // The page goes by the browser's clock.
          env: { ...folderInMemory(), STORIES_AT: "now" },
          include: ["sandbox/test/browser/**/*.test.ts"],
          setupFiles: "sandbox/test/browser/support/browser-end.ts",
          // Each has a browser of several processes: more would wait for the processors, and not be done sooner.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          // The server has a clock of its own.
          include: ["test/postgres/**/*.test.ts"],
          globalSetup: "test/support/postgres-setup.ts",
          setupFiles: "test/support/property-runs.ts",
          env: { ...folderInMemory(), STORIES_AT: "now" },
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "stories",
          // What the clock decides is the database's there, and no story's to set.
          include: [`test/app/{${storiesInPostgres}}.test.ts`],
          globalSetup: "test/support/postgres-setup.ts",
          setupFiles: "test/support/postgres-end.ts",
          env: { ...folderInMemory(), STORIES_IN: "postgres", STORIES_AT: "now" },
          maxWorkers: 2,
        },
      },
    ],
  },
});
