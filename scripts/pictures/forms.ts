import type { View } from "../../sandbox/slack/index.ts";
import { joon, modal, type Picture, picture, type Stage, tests } from "./stage.ts";

const kinds = ["auto", "SMS", "LMS", "MMS", "CTI", "chat", "portal", "rcs"];
const words = {
  en: { nobody: "my neighbour", text: "Hello #{guest}, your table is ready 🍲" },
  ko: { nobody: "옆집", text: "#{고객명}님, 예약하신 자리가 준비되었습니다 🍲" },
};
const hasBlock = (name: string) => (view: View) =>
  view.blocks.some((block) => String(block["block_id"]).startsWith(name));

/** The send form of each kind. */
export async function takeForms(stage: Stage): Promise<Picture[]> {
  const { sandbox, look, view } = stage;
  const person = sandbox.slack.as(joon);
  const pages = await look(joon, tests);
  const pictures: Picture[] = [];
  await person.command("/msg-send", "", { conversation: tests });
  let { hash } = await view(person);
  for (const kind of kinds) {
    if (kind !== "auto") {
      await person.fill("kind", kind);
      ({ hash } = await view(person, (shown) => shown.hash !== hash));
    }
    pictures.push(await picture(`Send: ${kind}`, pages, modal));
  }
  await person.closeView();
  return pictures;
}

/** The send form's other faces, and the confirmation. */
export async function takeFormSteps(stage: Stage): Promise<Picture[]> {
  const pictures = [await withMore(stage), await withButtons(stage), await asJson(stage)];
  return [...pictures, ...(await toConfirmation(stage)), await quickConfirmation(stage)];
}

async function openForm({ sandbox, look, view }: Stage) {
  const person = sandbox.slack.as(joon);
  const pages = await look(joon, tests);
  for (const page of Object.values(pages)) await modal(page).waitFor({ state: "detached" });
  await person.command("/msg-send", "", { conversation: tests });
  await view(person);
  return { person, pages };
}

async function withMore(stage: Stage): Promise<Picture> {
  const { person, pages } = await openForm(stage);
  await person.click({ view: true }, "messages.more");
  await stage.view(person, hasBlock("customFields"));
  const taken = await picture("Send: more fields", pages, async (page) => {
    await modal(page).locator('[data-block="customFields"]').waitFor();
    return modal(page);
  });
  await person.closeView();
  return taken;
}

async function withButtons(stage: Stage): Promise<Picture> {
  const { person, pages } = await openForm(stage);
  await person.fill("kind", "chat");
  await stage.view(person, hasBlock("chat."));
  await person.click({ view: true }, "messages.add_button:chat.buttons");
  await stage.view(person, hasBlock("chat.buttons.1."));
  await person.suggest("chat.buttons.1.buttonType", "WL");
  await person.fill("chat.buttons.1.buttonType", "WL");
  await stage.view(person, hasBlock("chat.buttons.1.linkMo"));
  const taken = await picture("Send: a messenger button", pages, async (page) => {
    await modal(page).locator('[data-block="chat.buttons.1.linkMo"]').waitFor();
    return modal(page);
  });
  await person.closeView();
  return taken;
}

async function asJson(stage: Stage): Promise<Picture> {
  const { person, pages } = await openForm(stage);
  await person.fillAll({ to: "joon", text: words[stage.locale].text });
  await person.click({ view: true }, "messages.json");
  await stage.view(person, hasBlock("json"));
  const taken = await picture("Send: as JSON", pages, async (page) => {
    await modal(page).locator('[data-block="json"]').waitFor();
    return modal(page);
  });
  await person.closeView({ all: true });
  return taken;
}

async function toConfirmation(stage: Stage): Promise<Picture[]> {
  const { person, pages } = await openForm(stage);
  const { nobody, text } = words[stage.locale];
  await person.fillAll({ to: nobody, text });
  await person.submit();
  const wrong = await picture("Send: a mistake on its field", pages, async (page) => {
    await modal(page).locator(".field-error").first().waitFor();
    return modal(page);
  });
  await person.fill("to", "010-2345-6789");
  await person.submit();
  await stage.view(person, ({ callbackId }) => callbackId === "messages.confirm");
  const asked = await picture("Confirmation", pages, async (page) => {
    await modal(page).locator('[data-block="to"]').waitFor({ state: "detached" });
    return modal(page);
  });
  await person.closeView({ all: true });
  return [wrong, asked];
}

async function quickConfirmation({ sandbox, look, view, locale }: Stage): Promise<Picture> {
  const person = sandbox.slack.as(joon);
  const pages = await look(joon, tests);
  for (const page of Object.values(pages)) await modal(page).waitFor({ state: "detached" });
  await person.command("/msg-send", `010-2345-6789 ${words[locale].text}`, { conversation: tests });
  await view(person, ({ callbackId }) => callbackId === "messages.confirm");
  const taken = await picture("Confirmation of the quick command", pages, modal);
  await person.closeView();
  return taken;
}
