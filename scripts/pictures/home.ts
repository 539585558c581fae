import { dana, joon, modal, onCall, type Picture, picture, post, type Stage } from "./stage.ts";

const eve = "U0EVE";
const guest = "U0GUEST";
const mina = "U0MINA";
const minji = "U0MINJI";
const words = { en: "Your table is ready", ko: "예약하신 자리가 준비되었습니다" };

/** Home of each kind of person, what a click there shows, what on-call reads, and the question to who holds a phone. */
export async function takeHomes(stage: Stage): Promise<Picture[]> {
  const { sandbox, send, find, look, locale } = stage;
  const { slack, platform } = sandbox;
  const author = slack.as(joon);
  const newcomer = await home("Home of a newcomer", stage, minji);
  const text = words[locale];
  for (const typed of ["joon", "refused", "reset", "mina"]) await send(author, `${typed} ${text}`);
  platform.faults.next({ kind: "refuse", errorCode: "NotEnoughBalance", status: 402 }, { path: "/messages" });
  await send(author, `mina ${text}`);
  await send(author, `mina ${text}`);
  const asked = await find(mina, "SMS");
  const found = await find(onCall, "…");
  const pictures = [
    newcomer,
    await home("Home of somebody who sends", stage, joon),
    await home("Home of who is on call", stage, dana),
    await home("Home of who holds a phone", stage, mina),
    await home("Home without any right", stage, eve),
    await home("Home of a guest", stage, guest),
    await picture("Did it arrive?", await look(mina, "messages"), post(asked.ts)),
    await picture("A finding", await look(dana, onCall), post(found.ts)),
  ];
  return [...pictures, await pricesFromHome(stage)];
}

/** Opened in each window by itself: a modal is where somebody asked for it. */
async function pricesFromHome({ sandbox, look }: Stage): Promise<Picture> {
  const person = sandbox.slack.as(minji);
  return await picture("Prices, from Home", await look(minji, "home"), async (page) => {
    await person.closeView({ all: true }).catch(() => {});
    await page.locator('.home [data-action="prices.open"]').click();
    await modal(page).getByText("1–20").waitFor();
    return modal(page);
  });
}

async function home(caption: string, { sandbox, look }: Stage, who: string): Promise<Picture> {
  await sandbox.slack.as(who).openHome();
  await sandbox.slack.waitFor(() => sandbox.slack.home(who), { what: `${who}'s Home` });
  return picture(caption, await look(who, "home"), (page) => page.locator(".home"));
}
