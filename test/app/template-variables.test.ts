import { expect, it } from "vitest";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { comment, joon, startTemplates } from "../support/templates.ts";
import { en, heading } from "../support/words.ts";

const tests = "C0TESTS";

/** A template that was seen, in the reply to a comment, and the form of a messenger message. */
async function startSeen() {
  const story = await startTemplates();
  await comment(story, joon, "Is it on its way?");
  await story.card(en.templates.terms.comment.outcomes.title.accepted(""));
  const form = await openSendForm(story.slack, joon, tests);
  await form.kind("chat", "chat.templateId");
  return { ...story, ...form };
}

it("the variables of a template that was seen are fields, with what comes of them, and none may be missing", async () => {
  const story = await startSeen();
  const { person, choose, shows, names, platform, templateId, slack } = story;
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const wanted = [...content.matchAll(/#\{([^}]+)\}/g)].map(([, name = ""]) => name);
  expect(wanted.length).toBeGreaterThan(1);
  const [first = "", ...others] = wanted;
  await person.fillAll({ to: "joon", "chat.variables": `${first}=Mina` });
  await choose("chat.templateId", templateId);
  await shows(...wanted.map((name) => `chat.variables.${name}`));
  expect(names()).not.toContain("chat.variables");
  // What was typed as a line is in its field, and in the text below.
  const shown = JSON.stringify(person.views()[0]?.blocks);
  expect(shown).toContain(JSON.stringify(content.replaceAll(`#{${first}}`, "Mina")).slice(1, -1));

  expect(await person.submit()).toMatchObject({
    kind: "errors",
    errors: Object.fromEntries(others.map((name) => [`chat.variables.${name}`, en.issues.missing])),
  });
  for (const name of others) await person.fill(`chat.variables.${name}`, `a ${name}`);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await slack.waitFor(() => slack.messages(tests).find(({ text }) => text.includes(heading.accepted)));
  const variables = Object.fromEntries(wanted.map((name) => [`#{${name}}`, `a ${name}`]));
  const chatOptions = { templateId, variables: { ...variables, [`#{${first}}`]: "Mina" } };
  expect(sends(platform)[0]?.body).toMatchObject({ message: { chatOptions } });
  expect(slack.findings).toEqual([]);
});

it("a line that the template has no field for stands alone below its fields, and is whole again without them", async () => {
  const story = await startSeen();
  const { person, choose, shows, names, templateId, platform, slack } = story;
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const name = /#\{([^}]+)\}/.exec(content)?.[1] ?? "";
  await person.fill("chat.variables", `${name}=Mina\nother=1`);
  await choose("chat.templateId", templateId);
  await shows(`chat.variables.${name}`);
  const lines = names().find((one) => /^chat\.variables(~|$)/.test(one)) ?? "";
  expect(story.valueOf(lines)).toMatchObject({ value: "other=1" });
  await choose("chat.templateId", "KA01TPNEVERSEEN");
  await shows("chat.variables");
  expect(story.valueOf("chat.variables")).toMatchObject({ value: `other=1\n${name}=Mina` });
  expect(slack.findings).toEqual([]);
});

it("another template, or none, takes its own fields: what was typed stays as lines", async () => {
  const story = await startSeen();
  const { person, choose, shows, templateId, platform, slack } = story;
  await choose("chat.templateId", templateId);
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const name = /#\{([^}]+)\}/.exec(content)?.[1] ?? "";
  await shows(`chat.variables.${name}`);
  await person.fill(`chat.variables.${name}`, "Mina");
  await choose("chat.templateId", "KA01TPNEVERSEEN");
  await shows("chat.variables");
  expect(story.valueOf("chat.variables")).toMatchObject({ value: `${name}=Mina` });
  expect(slack.findings).toEqual([]);
});

it("a message that is submitted before its template's variables are shown comes back with them, and sends nothing", async () => {
  const story = await startSeen();
  const { person, choose, names, platform, templateId, slack } = story;
  slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
  await person.fillAll({ to: "joon" });
  await choose("chat.templateId", templateId);
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const wanted = [...content.matchAll(/#\{([^}]+)\}/g)].map(([, name = ""]) => `chat.variables.${name}`);
  expect(names()).toEqual(expect.arrayContaining(wanted));
  for (const name of wanted) await person.fill(name, "Mina");
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await slack.waitFor(() => slack.messages(tests).find(({ text }) => text.includes(heading.accepted)));
  expect(sends(platform)).toHaveLength(1);
  expect(JSON.stringify(sends(platform)[0]?.body)).toContain("Mina");
});

it("a message whose template was changed for one that was never seen comes back with the other's variables as lines", async () => {
  const story = await startSeen();
  const { person, choose, shows, names, platform, templateId, slack } = story;
  await choose("chat.templateId", templateId);
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const [, name = ""] = /#\{([^}]+)\}/.exec(content) ?? [];
  await shows(`chat.variables.${name}`);
  await person.fillAll({ to: "joon", [`chat.variables.${name}`]: "Mina" });
  slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
  await choose("chat.templateId", "KA01TPNEVERSEEN");
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(names()).toContain("chat.variables");
  expect(sends(platform)).toEqual([]);
});
