import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { joon, mina } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { comment, startTemplates, type TemplateStory } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { warnings, templates, runs } = en;

const top = ({ slack }: TemplateStory, who: string) => slack.as(who).shown();
/** The text of the blocks, joined. */
const wordsOf = (blocks: string) =>
  [...blocks.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join("");

async function see(story: TemplateStory, words: string) {
  await comment(story, mina, words);
  await story.slack.as(mina).closeView({ all: true });
  await story.line(words);
}

/** The form of a messenger message with that template, to a test recipient. */
async function openForm(story: TemplateStory, options: object) {
  const form = await openSendForm(story.slack);
  await form.kind("chat", "chat.pfId");
  await form.writesJson({ message: { to: "01000000001", from: "0212345678", chatOptions: options } });
  return form.person;
}

describe.each(storyModes)("a message with a template, over %s", (mode) => {
  it("shows in its confirmation what was observed of the template, and can still be sent", async () => {
    const story = await startTemplates({ mode });
    const { slack, platform, templateId, view } = story;
    await see(story, "Is it on its way?");
    const variables = { "#{고객명}": "Joon", "#{운송장번호}": "1", "#{택배사}": "Hanbit" };
    const person = await openForm(story, { pfId: "KA01PFOTHER", templateId, variables });
    await person.submits("pushed");
    await view(person, "messages.confirm");
    const shown = wordsOf(top(story, joon));
    const { REJECTED, INSPECTING } = templates.statuses;
    for (const warning of [
      warnings.templateStatus("vendorA", REJECTED),
      warnings.templateStatus("vendorB", INSPECTING),
      warnings.templateVariables("#{택배사}"),
    ])
      expect(shown).toContain(`${warning} · seen `);
    expect(top(story, joon)).toContain(`{"type":"user","user_id":"${mina}"}`);
    expect(shown).not.toContain(warnings.templateChanged);
    await person.submits("cleared");
    await slack.waitFor(() => sends(platform).length === 1, { what: "the message" });
  });

  it("warns in a run and in the form that the template changed after the message was saved", async () => {
    const story = await startTemplates({ mode });
    const { platform, templateId, view } = story;
    const template = platform.state.templates.get(templateId);
    for (const vendor of ["vendorA", "vendorB"] as const) platform.vendor.approve(templateId, vendor);
    await see(story, "Is it on its way?");
    const variables = { "#{고객명}": "Joon", "#{운송장번호}": "1" };
    const person = await openForm(story, { pfId: template?.pfId, templateId, variables });
    await person.press("messages.save");
    await person.sees(runs.save.note);
    await person.fillAll({ savedName: "Delivery" });
    await person.submit();
    await story.told(joon, runs.save.saved("Delivery"));
    await person.closeView({ all: true });
    await person.command("/msg-test");
    await person.sees("messages.use_saved");
    const saved = /messages\.use_saved.*?"value":"([^"]+)"/.exec(top(story, joon))?.[1] ?? "";
    await person.press("messages.suite");
    await person.sees("suiteName");
    await person.fillAll({ suiteName: "release", messages: [saved], recipients: ["+82 01000000001"] });
    await person.submit();
    await person.closeView({ all: true });
    const run = async () => {
      await person.command("/msg-test", "release");
      await person.sees("messages.run");
      const shown = wordsOf(top(story, joon));
      await person.closeView({ all: true });
      return shown;
    };
    expect(await run()).not.toContain(warnings.templateChanged);
    Object.assign(template ?? {}, { content: "#{고객명}님, 상품이 출발했습니다.\n운송장: #{운송장번호}" });
    await see(story, "And now?");
    expect(await run()).toContain(`${warnings.templateChanged} · seen `);
    await person.command("/msg-test");
    await person.sees("messages.use_saved");
    await person.press("messages.use_saved", { value: saved });
    await view(person, "messages.send");
    await person.submits("pushed", { to: "joon" });
    expect(wordsOf(top(story, joon))).toContain(`${warnings.templateChanged} · seen `);
  });
});
