import { describe, expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { type ChatopsOptions, storyModes } from "../support/chatops.ts";
import { aTemplateRecord } from "../support/template-record.ts";
import { at, joon, mina, reviews, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { imports } = en.templates;
const { proposals, templates } = en;

async function startImports(options: ChatopsOptions = {}) {
  const story = await startTemplates(options);
  const { slack, view } = story;
  const showing = (who: string, words: string) =>
    slack.waitFor(() => JSON.stringify(slack.as(who).views().at(-1)?.blocks ?? []).includes(words), {
      timeoutMs: 15_000,
      what: `a modal with “${words}”`,
    });
  const open = async (who: string) => {
    await slack.as(who).command("/msg-template", "import", { conversation: reviews });
    await view(slack.as(who), "templates.import");
    return slack.as(who);
  };
  return {
    ...story,
    showing,
    open,
    async paste(who: string, json: string) {
      const person = await open(who);
      await person.fill("records", json);
      return await person.submit();
    },
    /** Gives records to the form, up to the modal that shows what will be imported. */
    async give(who: string, records: unknown) {
      const person = await open(who);
      const json = typeof records === "string" ? records : JSON.stringify(records, null, 1);
      const file = { name: "templates.json", bytes: Buffer.from(json), mimetype: "application/json" };
      await (json.length > 3000 ? person.fill("recordsFile", file) : person.fill("records", json));
      expect(await person.submit()).toMatchObject({ kind: "updated" });
      return person;
    },
  };
}

describe.each(storyModes)("a template import over %s", (mode) => {
  it("lets the next proposal show exactly what it changes", async () => {
    const { slack, card, give, showing, platform, view } = await startImports({ mode });
    const person = await give(joon, aTemplateRecord(1));
    await showing(joon, imports.will.new(1));
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    await showing(joon, imports.done(1, { all: 1, broken: 0 }));
    await person.closeView({ all: true });
    await person.command("/msg-template", "KA01TP1");
    await view(person, "templates.view");
    await person.click({ view: true }, "templates.update");
    await view(person, "templates.update");
    await person.fillAll({ content: "#{고객명}님의 상품이 방금 출발했습니다.", reason: "It sounds nicer" });
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    const { text } = await card(proposals.card.title.open);
    expect(text).toContain("#{고객명}님의 상품이 {+방금 +}출발했습니다.");
    expect(text).toMatch(/ · imported <!date[^>]*> by <@U0JOON>/);
    expect(platform.requests.filter(({ path }) => path.includes("/templates/"))).toEqual([]);
    await slack.as(mina).command("/msg-template", "KA01TP1");
    const shown = JSON.stringify((await view(slack.as(mina), "templates.view")).blocks);
    for (const said of ["A_1", "B_1", "m.shop.example", "imported "]) expect(shown).toContain(said);
    expect(shown).not.toContain(templates.view.neverSeen);
    expect(slack.findings).toEqual([]);
  });

  it("names broken records, and posts changes of the others in one post", async () => {
    const { slack, card, give, showing } = await startImports({ mode });
    await give(mina, [aTemplateRecord(30, "PENDING"), aTemplateRecord(31, "REJECTED")]);
    await showing(mina, imports.will.new(2));
    await slack.as(mina).submit();
    await showing(mina, imports.done(2, { all: 2, broken: 0 }));
    const records = Array.from({ length: 100 }, (_, index) => {
      const record = aTemplateRecord(index);
      return index >= 20 ? record : { ...record, codes: [{ ...record.codes[0], status: 7 }] };
    });
    const json = JSON.stringify({ limit: 100, templateList: records }, null, 1);
    const person = await give(joon, json);
    await showing(joon, imports.will.broken(20));
    const first = JSON.stringify(person.views().at(-1)?.blocks);
    const issue = imports.issue(imports.record(1), "codes.0.status", imports.problems.malformed);
    expect(first).toContain(`⚠️ ${issue}`);
    expect(first).toContain(imports.will.known(2));
    expect(first).toContain(imports.will.new(78));
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    await showing(joon, imports.done(80, { all: 100, broken: 20 }));
    // The result names the first broken records again.
    await showing(joon, issue);
    const { text } = await card(imports.changed(2));
    expect(text).toContain(`Template 30 · vendorA ${en.templates.statuses.PENDING} → APPROVED`);
    expect(text).toContain("Template 31 · vendorA REJECTED → APPROVED");
    expect(text).toMatch(/Imported <!date[^>]*> by <@U0JOON>/);
    expect(slack.messages(reviews)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });
});

it("a template import leaves out records that are older than what was seen", async () => {
  const { slack, give, showing } = await startImports();
  const dated = (number: number, month: string, name: string) => ({
    ...{ ...aTemplateRecord(number), name },
    dateUpdated: `2026-${month}-01T00:00:00.000Z`,
  });
  const two = (month: string, name: string) => [1, 2].map((number) => dated(number, month, name));
  await give(mina, two("03", "Newer"));
  await showing(mina, imports.will.new(2));
  await slack.as(mina).submit();
  await showing(mina, imports.done(2, { all: 2, broken: 0 }));
  const person = await give(joon, two("02", "Older"));
  await showing(joon, imports.issue(imports.record(2), "dateUpdated", imports.problems.older));
  expect(person.views().at(-1)?.submit).toBeNull();
  await person.closeView({ all: true });
  await person.command("/msg-template", "");
  await showing(joon, "Newer (KA01TP1)");
});

it("a template import is refused on its field if nothing can be read", async () => {
  const { slack, open, give, paste, showing } = await startImports();
  const person = await open(joon);
  expect(await person.submit()).toMatchObject({ errors: { records: imports.eitherOr } });
  await person.fill("records", "{}");
  await person.fill("recordsFile", {
    name: "x.json",
    bytes: Buffer.from("{}"),
    mimetype: "application/json",
  });
  expect(await person.submit()).toMatchObject({ errors: { records: imports.eitherOr } });
  await person.closeView();
  for (const [text, why] of [
    ['[\n{"templateId": }\n]', en.issues.json({ line: 2, column: 16, sign: "‹}›" })],
    ["[]", imports.noRecords],
    [JSON.stringify(Array.from({ length: 101 }, () => 1)), imports.tooMany(100)],
  ] as const) {
    expect(await paste(joon, text)).toMatchObject({ kind: "errors", errors: { records: why } });
    // The form stays open with what was pasted.
    expect(person.views().at(-1)).toMatchObject({ callbackId: "templates.import" });
    await person.closeView();
  }
  for (const [name, json, why] of [
    ["bomb.json", "[".repeat(5_000_000), imports.tooLarge(512)],
    ["large.json", `[${JSON.stringify(aTemplateRecord(1))}${" ".repeat(512 * 1024)}]`, imports.tooLarge(512)],
  ] as const) {
    const given = await open(joon);
    await given.fill("recordsFile", { name, bytes: Buffer.from(json), mimetype: "application/json" });
    expect(await given.submit()).toMatchObject({ kind: "errors", errors: { recordsFile: why } });
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

it("a template import at a locked store says that it may be taken, and counts once", async () => {
  const { slack, give, showing, card, env } = await startImports();
  await give(mina, aTemplateRecord(1, "PENDING"));
  await showing(mina, imports.will.new(1));
  await slack.as(mina).submit();
  await showing(mina, imports.done(1, { all: 1, broken: 0 }));
  const person = await give(joon, aTemplateRecord(1));
  await showing(joon, imports.will.known(1));
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  expect(await person.submit()).toMatchObject({ kind: "pushed" });
  await showing(joon, en.common.mayBeTaken);
  await writer.release();
  await person.closeView();
  const pressed = await person.submit();
  expect(pressed).toMatchObject({ kind: "updated" });
  if (pressed.kind === "updated") await slack.redeliver(pressed.delivery.id);
  await showing(joon, imports.done(1, { all: 1, broken: 0 }));
  const told = await card(imports.changed(1));
  expect(told.text).toContain(`${en.templates.statuses.PENDING} → APPROVED`);
  expect(slack.messages(reviews)).toHaveLength(1);
});
describe("a template with a name longer than a form carries", () => {
  it("opens the forms to comment, to propose and to ask for changes", async () => {
    const { slack, card, give, showing, view } = await startImports();
    const record = aTemplateRecord(1);
    const person = await give(joon, { ...record, name: "n".repeat(4000) });
    await showing(joon, imports.will.new(1));
    await person.submit();
    await showing(joon, imports.done(1, { all: 1, broken: 0 }));
    await person.closeView({ all: true });
    await person.command("/msg-template", "KA01TP1");
    await view(person, "templates.view");
    await person.click({ view: true }, "templates.comment");
    await view(person, "templates.comment");
    await person.closeView({ all: true });
    await person.command("/msg-template", "KA01TP1");
    await view(person, "templates.view");
    await person.click({ view: true }, "templates.update");
    await view(person, "templates.update");
    await person.fillAll({ content: "#{고객명}님의 상품이 방금 출발했습니다.", reason: "It sounds nicer" });
    await person.submit();
    const reviewer = slack.as(mina);
    await reviewer.click(at(await card(proposals.card.title.open)), "templates.request_changes");
    await view(reviewer, "templates.request_changes");
    expect(slack.findings).toEqual([]);
  });
});
