import sharp from "sharp";
import type { PickedFile } from "../../sandbox/slack/index.ts";
import { picked, png, svg } from "../../test/support/sample-files.ts";
import { at, dana, joon, modal, onCall, type Picture, picture, post, type Stage, tests } from "./stage.ts";

const words = { en: "Our spring offer", ko: "봄맞이 행사 안내" };

/** Uploads from the form to the list, and what became of one. */
export async function takeFiles(stage: Stage): Promise<Picture[]> {
  return [
    await listed(stage, "Files: nothing yet"),
    ...(await forms(stage)),
    ...(await uploaded(stage)),
    ...(await used(stage)),
  ];
}

/** A photograph's worth of bytes, the same ones each time. */
async function photograph(): Promise<PickedFile> {
  const [width, height] = [300, 200];
  const noise = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => Math.sin(index) * 1e6));
  const image = sharp(noise, { raw: { width, height, channels: 3 } });
  const bytes = await image.resize(1200, 800, { kernel: "nearest" }).jpeg({ quality: 95 }).toBuffer();
  return picked("photo.jpg", bytes);
}

async function openForm({ sandbox, look, view }: Stage) {
  const person = sandbox.slack.as(joon);
  const pages = await look(joon, tests);
  await person.command("/msg-upload", "", { conversation: tests });
  await view(person);
  return { person, pages };
}

async function forms(stage: Stage): Promise<Picture[]> {
  const { person, pages } = await openForm(stage);
  const empty = await picture("Upload: its form", pages, modal);
  await person.fill("file", [picked("menu.png", png()), picked("terrace.png", png({ width: 640 }))]);
  await person.fillAll({ type: "CHAT", name: "Spring", link: "shop.example/spring" });
  await person.submit();
  const wrong = await picture("Upload: mistakes on their fields", pages, async (page) => {
    await modal(page).locator(".field-error").first().waitFor();
    return modal(page);
  });
  await person.closeView();
  return [empty, wrong];
}

/** Several in one go, one of them refused and one too big; then that one smaller, and one whose outcome nobody knows. */
async function uploaded(stage: Stage): Promise<Picture[]> {
  const { sandbox, find, changed } = stage;
  const { slack, platform } = sandbox;
  const send = async (files: PickedFile | PickedFile[]) => {
    const { person } = await openForm(stage);
    await person.fill("file", files);
    await person.fill("type", "MMS");
    await person.submit();
  };
  await send([picked("menu.png", png()), picked("logo.png", svg()), await photograph()]);
  const batch = await find(tests, "photo.jpg");
  await slack.waitFor(() => slack.messages(tests).some(({ threadTs }) => threadTs === batch.ts), {
    timeoutMs: 60_000,
    what: "all of several files",
  });
  const several = await shown(stage, "Several in one go", batch.ts);
  await send(await photograph());
  const offer = await find(tests, "photo.jpg", batch.ts);
  const tooBig = await shown(stage, "Too big for its type", offer.ts);
  await slack.as(joon).click(at(offer), "files.again");
  await changed(offer);
  const smaller = await find(tests, "photo.jpg", offer.ts);
  const accepted = await shown(stage, "Uploaded smaller", smaller.ts);
  platform.faults.next({ kind: "reset", when: "after" }, { path: "/storage" });
  await send(picked("door.png", png({ width: 320 })));
  const open = await find(onCall, "door.png");
  const asked = await picture("Unknown: for on-call", await stage.look(dana, onCall), post(open.ts));
  return [several, tooBig, accepted, asked];
}

async function shown({ look }: Stage, caption: string, ts: string): Promise<Picture> {
  return await picture(caption, await look(joon, tests), post(ts));
}

async function listed({ sandbox, look, answer }: Stage, caption: string, as = joon): Promise<Picture> {
  const person = sandbox.slack.as(as);
  const pages = await look(as, tests);
  const id = await answer(person, () => person.command("/msg-files", "", { conversation: tests }));
  return await picture(`${caption} (/msg-files)`, pages, post(id));
}

/** One of them in a message, which its deletion's form names. */
async function used(stage: Stage): Promise<Picture[]> {
  const { sandbox, look, view, find, locale } = stage;
  const { slack } = sandbox;
  const person = slack.as(joon);
  const list = await listed(stage, "Files");
  const newest = slack.ephemerals(joon).at(-1);
  if (newest === undefined) throw new Error("no files were listed");
  const row = newest.blocks.findLast((block) => JSON.stringify(block).includes("files.use"));
  const choose = (id: string) =>
    person.click({ ephemeral: newest }, id, { blockId: String(row?.["block_id"]) });
  await choose("files.use");
  await view(person);
  await person.fillAll({ to: "joon", text: words[locale] });
  const use = await picture("A file used in a message", await look(joon, tests), modal);
  await person.submit();
  await find(tests, "✅ MMS");
  await choose("files.delete");
  await view(person);
  const asked = await picture("Deletion: its form", await look(joon, tests), modal);
  await person.closeView();
  return [list, await listed(stage, "Files, for an operator", dana), use, asked];
}
