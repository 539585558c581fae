import { globSync } from "node:fs";

/**
 * Tests that `npm test` doesn't run, since they need more than npm brings, or longer than a change should wait.
 * `.ci/run` runs a part of them in turn, `npm run proof -- --all` all.
 */
const others = [
  { folder: "test/long", needs: "time", command: "npm run test:long" },
  { folder: "sandbox/test/browser", needs: "Chromium", command: "npm run test:browser" },
  { folder: "test/postgres", needs: "PostgreSQL", command: "npm run test:postgres" },
];

const lines = others.flatMap(({ folder, needs, command }) => {
  const count = globSync(`${folder}/**/*.test.ts`, { cwd: new URL("..", import.meta.url) }).length;
  if (count === 0) return [];
  return [`  ${count} test ${count === 1 ? "file" : "files"} in need of ${needs}: ${command}`];
});
lines.push("  the features' stories over HTTP: npm run test:long");
console.log(["NOT RUN HERE:", ...lines, ""].join("\n"));
