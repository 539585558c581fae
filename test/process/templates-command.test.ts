import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { runTemplatesCommand } from "../../src/app/templates-command.ts";
import { loadConfig } from "../../src/config.ts";
import { startAppOn } from "../support/chatops.ts";
import { storyNow } from "../support/story-clock.ts";
import { aTemplateRecord } from "../support/template-record.ts";
import { joon, reviews, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { imports } = en.templates;

async function writeRecords(records: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "records-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "templates.json");
  await writeFile(path, typeof records === "string" ? records : JSON.stringify(records, null, 1));
  return path;
}

const script = packageJson.scripts.templates.split(" ").slice(1);

/** What an operator sees who types `npm run templates -- …`. */
function run(env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [...script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

/** The same in this process. */
async function runHere(env: Record<string, string>, ...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const isDone = await runTemplatesCommand(loadConfig(env), { args, now: storyNow, print });
  return { code: isDone ? 0 : 1, output: lines.join("\n") };
}

it("shows what an operator's records would change, and reports them for a person once that is wanted", async () => {
  const story = await startTemplates();
  const { slack, env, card, view } = story;
  const file = await writeRecords([aTemplateRecord(1, "PENDING"), { ...aTemplateRecord(2), codes: 5 }]);
  const asked = ["import", file, "--for", joon];
  expect(await runHere(env, ...asked)).toMatchObject({ code: 1, output: expect.stringContaining("Stop it") });
  await story.app.stop();
  const shown = await run(env, ...asked);
  expect(shown.code).toBe(0);
  expect(shown.output).toContain(`“codes” ${imports.problems.malformed}`);
  expect(shown.output).toContain(`Template 1 (KA01TP1) · new: vendorA ${en.templates.statuses.PENDING}`);
  expect(shown.output).toContain([imports.records(2), imports.counts.broken(1)].join(" · "));
  expect(shown.output).toContain("Nothing was reported");
  const report = async (status: string, how: typeof run) => {
    const path = await writeRecords({ ...aTemplateRecord(1, status), name: "Te\u001b[31mmplate" });
    const done = await how(env, "import", path, "--for", joon, "--yes");
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringContaining(imports.done(1, { all: 1, broken: 0 })),
    });
    expect(done.output).not.toContain("\u001b");
  };
  await report("PENDING", runHere);
  await report("APPROVED", run);
  await startAppOn(story);
  const { text } = await card(en.templates.status.approved("vendorA"));
  expect(text).toMatch(/Imported <!date[^>]*> by an operator for <@U0JOON>/);
  const person = slack.as(joon);
  await person.command("/msg-template", "KA01TP1", { conversation: reviews });
  const { blocks } = await view(person, "templates.view");
  expect(JSON.stringify(blocks)).toContain(" by an operator for ");
});

it("says how it is used, or what is wrong with a file, and ends with 1", async () => {
  const { app, env } = await startTemplates();
  await app.stop();
  const failing = async (...args: string[]) => {
    const { code, output } = await runHere(env, ...args);
    expect(code).toBe(1);
    return output;
  };
  for (const args of [
    ["import", "--for", joon],
    ["import", "x.json"],
    ["import", "x.json", "--for", "joon"],
    ["export", "x.json", "--for", joon],
    ["import", "x.json", "--for", joon, "--force"],
  ]) {
    expect(await failing(...args)).toContain("npm run templates -- import <file> --for <user id>");
  }
  const given = (path: string) => failing("import", path, "--for", joon, "--yes");
  expect(await given("/nowhere.json")).toContain("/nowhere.json could not be read");
  expect(await given(await writeRecords("{\n"))).toContain(en.issues.json({ line: 2, column: 1, sign: "" }));
  expect(await given(await writeRecords("[]"))).toContain(imports.noRecords);
});
