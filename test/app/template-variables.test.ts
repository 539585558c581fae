import { expect, it } from "vitest";
import { joon } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { comment, startTemplates } from "../support/templates.ts";
import { en, heading } from "../support/words.ts";

/** Opens the form of a messenger message, after a comment's reply has shown the template. */
async function startSeen(buttons: readonly object[] = []) {
  const story = await startTemplates();
  const template = story.platform.state.templates.get(story.templateId);
  if (template !== undefined) Object.assign(template, { buttons });
  for (const vendor of ["vendorA", "vendorB"] as const)
    story.platform.vendor.approve(story.templateId, vendor);
  await comment(story, joon, "Is it on its way?");
  await story.card(en.terms.comment.outcomes.title.accepted(en.templates.kind.comment));
  const form = await openSendForm(story.slack);
  await form.kind("chat", "chat.templateId", "chat.variables");
  return { ...story, ...form };
}

it("the variables of a known template are required fields of the form, with a preview of the text", async () => {
  const { person, choose, shows, names, platform, templateId, slack } = await startSeen();
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const wanted = [...content.matchAll(/#\{([^}]+)\}/g)].map(([, name = ""]) => name);
  expect(wanted.length).toBeGreaterThan(1);
  const [first = "", ...others] = wanted;
  await person.fillAll({ to: "joon", "chat.variables": `${first}=Mina` });
  await choose("chat.templateId", templateId);
  await shows(...wanted.map((name) => `chat.variables.${name}`));
  expect(names()).not.toContain("chat.variables");
  // The variable typed as a line is in its field, and in the preview.
  const shown = person.shown();
  expect(shown).toContain(JSON.stringify(content.replaceAll(`#{${first}}`, "Mina")).slice(1, -1));

  // All are required: Slack refuses an empty one, and the app one of spaces.
  const required = wanted.map((name) => `chat.variables.${name}`);
  expect(person.views()[0]?.blocks.filter((block) => required.includes(String(block["block_id"])))).toEqual(
    required.map(() => expect.objectContaining({ optional: false })),
  );
  for (const name of others) await person.fill(`chat.variables.${name}`, " ");
  expect(await person.submit()).toMatchObject({
    kind: "errors",
    errors: Object.fromEntries(others.map((name) => [`chat.variables.${name}`, en.issues.missing])),
  });
  for (const name of others) await person.fill(`chat.variables.${name}`, `a ${name}`);
  await person.submits("cleared");
  await slack.post(heading.accepted);
  const variables = Object.fromEntries(wanted.map((name) => [`#{${name}}`, `a ${name}`]));
  const chatOptions = { templateId, variables: { ...variables, [`#{${first}}`]: "Mina" } };
  expect(sends(platform)[0]?.body).toMatchObject({ message: { chatOptions } });
});

it("a typed variable that the template doesn't have stays in a field below the template's variables", async () => {
  const story = await startSeen();
  const { person, choose, shows, names, templateId, platform } = story;
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
});

it("a form submitted before it shows its template's variables sends nothing, and then shows them", async () => {
  const { person, choose, names, platform, templateId, slack } = await startSeen();
  slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
  await person.fillAll({ to: "joon" });
  await choose("chat.templateId", templateId);
  await person.submits("updated");
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const wanted = [...content.matchAll(/#\{([^}]+)\}/g)].map(([, name = ""]) => `chat.variables.${name}`);
  expect(names()).toEqual(expect.arrayContaining(wanted));
  for (const name of wanted) await person.fill(name, "Mina");
  await person.submits("cleared");
  await slack.post(heading.accepted);
  expect(sends(platform)).toHaveLength(1);
  expect(JSON.stringify(sends(platform)[0]?.body)).toContain("Mina");
});

const tracking = {
  buttonType: "WL",
  buttonName: "Track #{송장}",
  linkMo: "https://track.example/#{송장}",
  linkPc: "https://track.example/#{택배사}",
};

it("the confirmation warns of a link's variable that has no value in the JSON", async () => {
  const { person, presses, templateId, platform } = await startSeen([tracking]);
  const content = platform.state.templates.get(templateId)?.content ?? "";
  const filled = Object.fromEntries([...content.matchAll(/#\{[^}]+\}/g)].map(([name]) => [name, "x"]));
  await presses("messages.json", "json");
  const chatOptions = { templateId, variables: { ...filled, "#{택배사}": "CJ" } };
  await person.submits("pushed", {
    json: JSON.stringify({ to: "01000000001", from: "0212345678", chatOptions }),
  });
  expect(person.shown()).toContain(en.warnings.unfilled("#{송장}"));
  expect(sends(platform)).toEqual([]);
});

it("the confirmation says that the app has never seen the template", async () => {
  const { person, choose, platform, slack } = await startSeen();
  const unseen = en.warnings.templateUnseen("배송");
  await person.fillAll({ to: "joon" });
  await choose("chat.templateId", "배송");
  await person.submits("pushed");
  expect(person.shown()).toContain(unseen);
  expect(sends(platform)).toEqual([]);
  await person.submits("cleared");
  await slack.waitFor(() => sends(platform)[0], { what: "the message that its person insisted on" });
});

it("the confirmation shows the template's name, filled-in text, buttons and links", async () => {
  const { person, choose, shows, platform, templateId, slack } = await startSeen([tracking]);
  const { name = "", content = "" } = platform.state.templates.get(templateId) ?? {};
  const wanted = [...content.matchAll(/#\{([^}]+)\}/g)].map(([, one = ""]) => one);
  await person.fillAll({ to: "01098765432" });
  await choose("chat.templateId", templateId);
  await shows("chat.variables.송장", ...wanted.map((one) => `chat.variables.${one}`));
  for (const one of [...wanted, "송장", "택배사"]) await person.fill(`chat.variables.${one}`, `my ${one}`);
  const [track, links] = ["[Track my 송장]", "https://track.example/my 송장 https://track.example/my 택배사"];
  // The form's preview has them too, once each field is filled.
  await person.sees(`${track} ${links}`);
  await person.submits("pushed");
  const shown = person.shown();
  expect(shown).toContain(`${name} (${templateId})`);
  const filled = wanted.reduce((text, one) => text.replaceAll(`#{${one}}`, `my ${one}`), content);
  expect(shown).toContain(JSON.stringify(filled).slice(1, -1));
  expect(shown).toContain(`${track} ${links}`);
  await person.submits("cleared");
  await slack.waitFor(() => sends(platform)[0], { what: "the message" });
  const variables = Object.fromEntries(
    [...wanted, "송장", "택배사"].map((one) => [`#{${one}}`, `my ${one}`]),
  );
  expect(sends(platform)[0]?.body).toMatchObject({ message: { chatOptions: { templateId, variables } } });
});
