import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { at, dana, joon, modal, onCall, type Picture, picture, post, type Stage, tests } from "./stage.ts";

const words = { en: "Your table is ready", ko: "예약하신 자리가 준비되었습니다" };
const reason = { en: "The guest called: nothing came", ko: "손님이 못 받았다고 전화하셨습니다" };
const arrived = "messages.settle:arrived";
const didNotArrive = "messages.settle:did_not_arrive";

/** A post and whose window it is seen in; it is looked at when all has happened. */
type Told = { readonly caption: string; readonly as: string; readonly place: string; readonly ts: string };

/** Every state of a result, everywhere it is told, and what is asked on the way. */
export async function takePosts(stage: Stage): Promise<Picture[]> {
  const told = [...(await ended(stage)), ...(await unknown(stage))];
  const asked = [await confirmed(stage), await sentAgainForm(stage)];
  const later = [...(await settled(stage)), ...(await listed(stage))];
  const form = await listingForm(stage);
  const pictures: Picture[] = [];
  for (const { caption, as, place, ts } of [...told, ...later]) {
    pictures.push(await picture(caption, await stage.look(as, place), post(ts)));
  }
  return [...pictures, await thread(stage), ...asked, form];
}

const inTests = (caption: string, { ts }: StoredMessage): Told => ({ caption, as: joon, place: tests, ts });

async function ended({ sandbox, send, find, changed, view, locale }: Stage): Promise<Told[]> {
  const author = sandbox.slack.as(joon);
  const text = words[locale];
  const accepted = await send(author, `joon ${text}`);
  const refused = await send(author, `refused ${text}`);
  const optedOut = await send(author, `optout ${text}`);
  const edited = await send(author, `refused ${text}`);
  await author.click(at(edited), "messages.edit");
  await view(author);
  await author.fill("to", "joon");
  await author.submit();
  await changed(edited);
  await find(tests, "✅ SMS", edited.ts);
  return [
    inTests("Accepted", accepted),
    inTests("Refused: the recipient is blocked", refused),
    inTests("Refused: the recipient opted out", optedOut),
    inTests("Refused, then edited and sent", edited),
    inTests("Not sent: the platform was busy every time", await send(author, `busy ${text}`)),
  ];
}

async function unknown({ sandbox, send, find, locale }: Stage): Promise<Told[]> {
  const open = await send(sandbox.slack.as(joon), `reset ${words[locale]}`);
  const own = await find(joon, "reset");
  const theirs = await find(onCall, "reset");
  return [
    inTests("Unknown: for everybody", open),
    { caption: "Unknown: for its author", as: joon, place: "messages", ts: own.ts },
    { caption: "Unknown: for on-call", as: dana, place: onCall, ts: theirs.ts },
  ];
}

/** Asked once more before a report counts; nobody answers here. */
async function confirmed({ look, find }: Stage): Promise<Picture> {
  const own = await find(joon, "reset");
  const pages = await look(joon, "messages");
  const taken = await picture("Reported as arrived: asked once more", pages, async (page) => {
    await post(own.ts)(page).locator(`[data-action="${arrived}"]`).click();
    return modal(page);
  });
  for (const page of Object.values(pages)) await page.keyboard.press("Escape");
  return taken;
}

/** Opened in each window by itself: a modal is where somebody asked for it. */
async function sentAgainForm({ sandbox, look, find }: Stage): Promise<Picture> {
  const own = await find(joon, "reset");
  const author = sandbox.slack.as(joon);
  return await picture("Send again: its form", await look(joon, "messages"), async (page) => {
    await author.closeView({ all: true }).catch(() => {});
    await post(own.ts)(page).locator('[data-action="messages.repeat"]').click();
    return modal(page);
  });
}

/** Two more unknown outcomes, reported; and one sent again. */
async function settled({ sandbox, send, find, changed, view, locale }: Stage): Promise<Told[]> {
  const author = sandbox.slack.as(joon);
  const again = async (act: (own: StoredMessage) => Promise<void>) => {
    const before = await find(joon, "reset");
    const shown = await send(author, `reset ${words[locale]}`);
    await act(await find(joon, "reset", before.ts));
    await changed(shown);
    return shown;
  };
  const came = await again(async (own) => void (await author.click(at(own), arrived)));
  const lost = await again(async (own) => void (await author.click(at(own), didNotArrive)));
  const repeated = await again(async (own) => {
    await author.closeView({ all: true }).catch(() => {});
    await author.click(at(own), "messages.repeat");
    await view(author);
    await author.fill("reason", reason[locale]);
    await author.submit();
  });
  return [
    inTests("Unknown, reported as arrived", came),
    inTests("Unknown, reported as not arrived", lost),
    inTests("Unknown, sent again", repeated),
  ];
}

/** On-call's one post when the platform falls silent. */
async function listed({ sandbox, send, find, locale }: Stage): Promise<Told[]> {
  await send(sandbox.slack.as(joon), `reset ${words[locale]}`);
  const { ts } = await sandbox.slack.waitFor(() => sandbox.slack.messages(onCall).find(isListing));
  await find(onCall, "reset");
  return [{ caption: "Silence: on-call's listing", as: dana, place: onCall, ts }];
}

const isListing = ({ blocks }: StoredMessage) => JSON.stringify(blocks).includes("messages.unsettled");

async function listingForm({ sandbox, look, view }: Stage): Promise<Picture> {
  const person = sandbox.slack.as(dana);
  const pages = await look(dana, onCall);
  const listing = sandbox.slack.messages(onCall).find(isListing);
  if (listing === undefined) throw new Error("on-call has no listing");
  await person.click(at(listing), "messages.unsettled");
  await view(person);
  const taken = await picture("Silence: the form behind the listing", pages, modal);
  await person.closeView();
  return taken;
}

async function thread({ sandbox, look }: Stage): Promise<Picture> {
  const parent = sandbox.slack.messages(tests).find(({ threadTs }) => threadTs !== null)?.threadTs;
  if (parent === undefined || parent === null) throw new Error("no post has a thread");
  const pages = await look(joon, tests);
  const taken = await picture("The thread of a post that changed", pages, async (page) => {
    await post(parent)(page).locator(".replies").click();
    return page.locator(".thread .messages > div").first();
  });
  for (const page of Object.values(pages)) await page.getByRole("button", { name: "Close thread" }).click();
  return taken;
}
