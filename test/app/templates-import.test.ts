import { describe, expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { type ChatopsOptions, storyModes } from "../support/chatops.ts";
import { joon, mina, reviews } from "../support/names.ts";
import { aTemplateRecord } from "../support/template-record.ts";
import { startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { imports } = en.templates;
const { proposals, templates } = en;
const { PENDING, APPROVED, REJECTED } = templates.statuses;

const aFile = (json: string) => ({
  ...{ name: "templates.json", bytes: Buffer.from(json), mimetype: "application/json" },
});
const nicer = { content: "#{고객명}님의 상품이 방금 출발했습니다.", reason: "It sounds nicer" };

async function startImports(options: ChatopsOptions = {}) {
  const story = await startTemplates(options);
  const { slack, view } = story;
  const showing = (who: string, words: string) => slack.as(who).sees(words);
  const open = async (who: string) => {
    await slack.as(who).command("/msg-template", "import", { conversation: reviews });
    await view(slack.as(who), "templates.import");
    return slack.as(who);
  };
  return {
    ...story,
    showing,
    open,
    /** Imports records that are new here. */
    async imports(who: string, records: object[]) {
      const person = await this.give(who, records);
      await showing(who, imports.will.new(records.length));
      await person.submits("updated");
      await showing(who, imports.done(records.length, { all: records.length, broken: 0 }));
      await person.closeView({ all: true });
      return person;
    },
    /** Gives records to the form, up to the modal that shows what will be imported. */
    async give(who: string, records: unknown) {
      const person = await open(who);
      const json = typeof records === "string" ? records : JSON.stringify(records, null, 1);
      if (json.length > 3000) await person.fill("recordsFile", aFile(json));
      else await person.fill("records", json);
      await person.submits("updated");
      return person;
    },
  };
}

describe.each(storyModes)("a template import over %s", (mode) => {
  it("lets the next proposal for the template show exactly what it changes", async () => {
    const story = await startImports({ mode });
    const { slack, card, platform, openView, openFrom } = story;
    const person = await story.imports(joon, [aTemplateRecord(1)]);
    await openFrom(person, "templates.update", "KA01TP1");
    await person.submits("updated", nicer);
    const { text } = await card(proposals.card.title.open);
    expect(text).toContain("#{고객명}님의 상품이 {+방금 +}출발했습니다.");
    expect(text).toMatch(/ · imported <!date[^>]*> by <@U0JOON>/);
    expect(platform.requests.filter(({ path }) => path.includes("/templates/"))).toEqual([]);
    const shown = JSON.stringify((await openView(slack.as(mina), "KA01TP1")).blocks);
    for (const said of ["A_1", "B_1", "m.shop.example", "imported "]) expect(shown).toContain(said);
    expect(shown).not.toContain(templates.view.neverSeen);
  });

  it("names the broken records, and posts the changes of all others in one post", async () => {
    const story = await startImports({ mode });
    const { slack, card, give, showing } = story;
    await story.imports(mina, [aTemplateRecord(30, "PENDING"), aTemplateRecord(31, "REJECTED")]);
    const records = Array.from({ length: 100 }, (_, index) => {
      const record = aTemplateRecord(index);
      return index >= 20 ? record : { ...record, codes: [{ ...record.codes[0], status: 7 }] };
    });
    const json = JSON.stringify({ limit: 100, templateList: records }, null, 1);
    const person = await give(joon, json);
    await showing(joon, imports.will.broken(20));
    const issue = imports.issue(imports.record(1), "codes.0.status", imports.problems.malformed);
    for (const words of [`⚠️ ${issue}`, imports.will.known(2), imports.will.new(78)])
      expect(person.shown()).toContain(words);
    await person.submits("updated");
    await showing(joon, imports.done(80, { all: 100, broken: 20 }));
    // The result names the first broken records again.
    await showing(joon, issue);
    const { text } = await card(imports.changed(2));
    expect(text).toContain(`Template 30 · vendorA ${PENDING} → ${APPROVED}`);
    expect(text).toContain(`Template 31 · vendorA ${REJECTED} → ${APPROVED}`);
    expect(text).toMatch(/Imported <!date[^>]*> by <@U0JOON>/);
    expect(slack.messages(reviews)).toHaveLength(1);
  });
});

it("a template import leaves out records that are older than what was observed", async () => {
  const story = await startImports();
  const { give, showing } = story;
  const dated = (number: number, month: string, name: string) => ({
    ...{ ...aTemplateRecord(number), name },
    dateUpdated: `2026-${month}-01T00:00:00.000Z`,
  });
  const two = (month: string, name: string) => [1, 2].map((number) => dated(number, month, name));
  await story.imports(mina, two("03", "Newer"));
  const person = await give(joon, two("02", "Older"));
  await showing(joon, imports.issue(imports.record(2), "dateUpdated", imports.problems.older));
  expect(person.views().at(-1)?.submit).toBeNull();
  await person.closeView({ all: true });
  await person.command("/msg-template");
  await showing(joon, "Newer (KA01TP1)");
});

it("a template import has an error on its field if nothing can be read", async () => {
  const { slack, open, give, showing } = await startImports();
  const person = await open(joon);
  await person.isRefused({ records: imports.eitherOr });
  await person.fill("records", "{}");
  await person.isRefused({ records: imports.eitherOr }, { recordsFile: aFile("{}") });
  await person.closeView();
  for (const [text, why] of [
    ['[\n{"templateId": }\n]', en.issues.json({ line: 2, column: 16, sign: "‹}›" })],
    ["[]", imports.noRecords],
    [JSON.stringify(Array.from({ length: 101 }, () => 1)), imports.tooMany(100)],
  ] as const) {
    await (await open(joon)).isRefused({ records: why }, { records: text });
    // The form stays open with what was pasted.
    expect(person.views().at(-1)).toMatchObject({ callbackId: "templates.import" });
    await person.closeView();
  }
  const large = `[${JSON.stringify(aTemplateRecord(1))}${" ".repeat(512 * 1024)}]`;
  for (const json of ["[".repeat(5_000_000), large]) {
    await (await open(joon)).isRefused({ recordsFile: imports.tooLarge(512) }, { recordsFile: aFile(json) });
    await person.closeView();
  }
  await give(joon, '[{"name":"x"}]');
  await showing(joon, imports.issue(imports.record(1), "templateId", imports.problems.missing));
  expect(person.views().at(-1)?.submit).toBeNull();
  await person.closeView();
  await give(joon, "[".repeat(500_000));
  await showing(joon, imports.tooMany(100));
  await person.closeView();
  await give(joon, `[{]${" ".repeat(3000)}`);
  await showing(joon, en.issues.json({ line: 1, column: 3, sign: "‹]›" }));
  expect(person.views().at(-1)).toMatchObject({ callbackId: "templates.import" });
  await person.closeView();
  slack.faults.files({ kind: "missing", times: 5 });
  await give(joon, `[${JSON.stringify(aTemplateRecord(1))}${" ".repeat(3000)}]`);
  await showing(joon, imports.fileNotRead);
  await slack.as("U0GUEST").command("/msg-template", "import", { conversation: reviews });
  expect(slack.as("U0GUEST").views()).toEqual([]);
});

it("a template import submitted while the store is locked says that it may be stored, and counts once", async () => {
  const story = await startImports();
  const { slack, give, showing, card, env } = story;
  await story.imports(mina, [aTemplateRecord(1, "PENDING")]);
  const person = await give(joon, aTemplateRecord(1));
  await showing(joon, imports.will.known(1));
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  await person.submits("pushed");
  await showing(joon, en.common.mayBeTaken);
  await writer.release();
  await person.closeView();
  const pressed = await person.submits("updated");
  await slack.redeliver(pressed.delivery.id);
  await showing(joon, imports.done(1, { all: 1, broken: 0 }));
  await card([imports.changed(1), `${PENDING} → ${APPROVED}`]);
  expect(slack.messages(reviews)).toHaveLength(1);
});

it("a template whose name is too long for a form can still be commented, changed and reviewed", async () => {
  const story = await startImports();
  const { slack, card, openOn, openFrom } = story;
  const person = await story.imports(joon, [{ ...aTemplateRecord(1), name: "n".repeat(4000) }]);
  await openFrom(person, "templates.comment", "KA01TP1");
  await person.closeView({ all: true });
  await openFrom(person, "templates.update", "KA01TP1");
  await person.submits("updated", nicer);
  await openOn(slack.as(mina), await card(proposals.card.title.open), "templates.request_changes");
});
