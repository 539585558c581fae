import type { Actor, StoredMessage } from "../../sandbox/slack/index.ts";
import { at, joon, modal, type Picture, picture, post, type Stage } from "./stage.ts";

const reviews = "C0REVIEWS";
const mina = "U0MINA";

const said = {
  en: {
    content: "#{고객명}, your order has left.\nCarrier: #{택배사}\nTracking: #{운송장번호}",
    reason: "The reviewer asks for the carrier",
    comment: "Is the carrier's name in the second line what you meant?",
    fresh: "Pickup reminder",
    request: "Name the carrier before the number",
    rejected: "The second line reads like an advertisement",
    variables: { 고객명: "Mina", 택배사: "Seoul Parcel", 운송장번호: "6890-1234" },
  },
  ko: {
    content: "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}\n운송장: #{운송장번호}",
    reason: "심사 담당자가 택배사 이름을 요청했습니다",
    comment: "둘째 줄의 택배사 이름이 맞을까요?",
    fresh: "방문 수령 안내",
    request: "송장 번호 앞에 택배사를 적어 주세요",
    rejected: "둘째 줄이 광고 문구로 보입니다",
    variables: { 고객명: "김민아", 택배사: "서울택배", 운송장번호: "6890-1234" },
  },
} as const;

const patience = { timeoutMs: 20_000 };

/** A template from what was seen of it to a decision, its thread, and a status reported. */
export async function takeTemplates(stage: Stage): Promise<Picture[]> {
  const pages = await stage.look(joon, reviews);
  const pictures: Picture[] = [];
  const scene: Scene = {
    ...stage,
    templateId: [...stage.sandbox.platform.state.templates.keys()][1] ?? "",
    words: said[stage.locale],
    take: async (caption, part) => void pictures.push(await picture(caption, pages, part)),
  };
  await known(scene);
  await commented(scene);
  await refusedComment(scene);
  const card = await proposed(scene);
  await edited(scene, card);
  await approved(scene, card);
  await scene.take("The card's thread", async (page) => {
    await post(card.ts)(page).locator(".replies").click();
    return page.locator(".thread .messages > div").first();
  });
  for (const page of Object.values(pages)) await page.getByRole("button", { name: "Close thread" }).click();
  await reported(scene, card);
  await imported(scene);
  await messaged(scene);
  return pictures;
}

type Scene = Stage & {
  templateId: string;
  words: (typeof said)[Stage["locale"]];
  take: (caption: string, part: Parameters<typeof picture>[2]) => Promise<void>;
};

async function open({ view, templateId }: Scene, person: Actor, id: string): Promise<void> {
  await person.command("/msg-template", templateId, { conversation: reviews });
  await view(person, ({ callbackId }) => callbackId === "templates.view");
  await person.click({ view: true }, id);
  await view(person, ({ callbackId }) => callbackId === id);
}

/** A post by itself, as soon as there is one that is meant. */
function top({ sandbox }: Scene, isMeant: (post: StoredMessage) => boolean): Promise<StoredMessage> {
  const posts = () => sandbox.slack.messages(reviews).filter(({ threadTs }) => threadTs === null);
  return sandbox.slack.waitFor(() => posts().findLast(isMeant), {
    ...patience,
    what: "a post for reviewers",
  });
}

/** Its name was imported before, as most are. */
async function known(scene: Scene): Promise<void> {
  const { sandbox, view, templateId } = scene;
  const person = sandbox.slack.as(joon);
  await person.command("/msg-template", "import", { conversation: reviews });
  await view(person, ({ callbackId }) => callbackId === "templates.import");
  const name = sandbox.platform.state.templates.get(templateId)?.name;
  await person.fill("records", JSON.stringify([{ templateId, name }]));
  await person.submit();
  await view(person, isPlan);
  await person.submit();
  await view(person, ({ blocks }) => JSON.stringify(blocks).includes("✅"));
  await person.closeView({ all: true });
}

async function commented(scene: Scene): Promise<void> {
  const { sandbox, view, take, words, templateId } = scene;
  const author = sandbox.slack.as(joon);
  await open(scene, author, "templates.comment");
  await author.fill("comment", words.comment);
  await take("A comment to the vendor: its form", modal);
  await author.submit();
  await take("A comment to the vendor: asked before it goes", modal);
  await author.submit();
  const comment = await top(scene, () => true);
  await take("A comment, accepted", post(comment.ts));
  await author.command("/msg-template", templateId, { conversation: reviews });
  await view(author);
  await take("A template as it was seen last", modal);
}

/** The platform refuses it once, and its author is given it back. */
async function refusedComment(scene: Scene): Promise<void> {
  const { sandbox, take, words } = scene;
  const author = sandbox.slack.as(joon);
  await author.closeView({ all: true });
  sandbox.platform.faults.next({ kind: "refuse", errorCode: "Forbidden", errorMessage: "no", status: 403 });
  await open(scene, author, "templates.comment");
  await author.fill("comment", words.comment);
  await author.submit();
  await author.submit();
  const refused = await top(scene, ({ blocks }) => JSON.stringify(blocks).includes("templates.edit_comment"));
  await take("A comment, refused", post(refused.ts));
  await open(scene, author, "templates.update");
}

async function proposed(scene: Scene): Promise<StoredMessage> {
  const { sandbox, view, take, words } = scene;
  const author = sandbox.slack.as(joon);
  await author.fillAll({ content: words.content, reason: words.reason });
  await author.click({ view: true }, "templates.preview");
  await view(author, ({ blocks }) => blocks.some(({ type }) => type === "divider"));
  await take("Propose a change, with a preview", modal);
  await author.submit();
  await author.closeView({ all: true });
  const card = await top(scene, ({ blocks }) => JSON.stringify(blocks).includes("templates.approve"));
  await take("The proposal's card", post(card.ts));
  return card;
}

async function edited({ sandbox, view, changed, take, words }: Scene, card: StoredMessage): Promise<void> {
  const { slack } = sandbox;
  const [author, reviewer] = [slack.as(joon), slack.as(mina)];
  await reviewer.click(at(card), "templates.request_changes");
  await view(reviewer);
  await reviewer.fill("reason", words.request);
  await reviewer.submit();
  await changed(card);
  await take("Changes requested", post(card.ts));
  await author.click(at(card), "templates.edit");
  await view(author);
  await author.fill("content", `${words.content}\n#{문의처}`);
  await author.submit();
  await author.click(at(card), "templates.more");
  await view(author);
  await take("What else can be done", modal);
  await author.closeView({ all: true });
}

async function approved(scene: Scene, card: StoredMessage): Promise<void> {
  const { sandbox, view, take } = scene;
  const isOpen = ({ ts, blocks }: StoredMessage) =>
    ts === card.ts && JSON.stringify(blocks).includes("templates.approve");
  const current = await top(scene, isOpen);
  await take("Edited: revision 2", post(card.ts));
  const { slack } = sandbox;
  const reviewer = slack.as(mina);
  await reviewer.click(at(current), "templates.approve");
  await view(reviewer);
  await reviewer.submit();
  const isSent = (text: string) => text.startsWith("⏳") && text.includes("PENDING");
  await top(scene, ({ ts, text }) => ts === card.ts && isSent(text));
  const isInThread = ({ text, threadTs }: StoredMessage) => threadTs === card.ts && text.includes("vendorB");
  await slack.waitFor(() => slack.messages(reviews).some(isInThread), { ...patience, what: "vendorB" });
  await take("Approved, and accepted by the platform", post(card.ts));
}

async function reported(scene: Scene, card: StoredMessage): Promise<void> {
  const { sandbox, view, take } = scene;
  const reviewer = sandbox.slack.as(mina);
  await open(scene, reviewer, "templates.report");
  await reviewer.suggest("status.vendorB", "APPROVED");
  await reviewer.fill("status.vendorB", "APPROVED");
  await reviewer.submit();
  await reviewer.closeView({ all: true });
  await top(scene, ({ ts, text }) => ts === card.ts && /vendorB [^·]*APPROVED/.test(text));
  await take("A vendor's status, reported", post(card.ts));
  sandbox.platform.vendor.reject(scene.templateId, "vendorA", scene.words.rejected);
  await open(scene, reviewer, "templates.comment");
  await reviewer.fill("comment", scene.words.comment);
  await reviewer.submit();
  await reviewer.submit();
  await top(scene, ({ ts, text }) => ts === card.ts && text.startsWith("🔴"));
  await take("Rejected, as a comment's reply showed", post(card.ts));
  const author = sandbox.slack.as(joon);
  await author.command("/msg-template", "", { conversation: reviews });
  await view(author, ({ callbackId }) => callbackId === "templates.open");
  await take("The templates, and what was decided", modal);
  await author.closeView({ all: true });
}

const isPlan: Parameters<Stage["view"]>[1] = ({ callbackId, blocks }) =>
  callbackId === "templates.confirm_import" && blocks.length > 1;

/** One that is known, one that isn't, and one that can't be read. */
async function imported(scene: Scene): Promise<void> {
  const { sandbox, view, take, templateId, words } = scene;
  const person = sandbox.slack.as(joon);
  await person.command("/msg-template", "import", { conversation: reviews });
  await view(person, ({ callbackId }) => callbackId === "templates.import");
  await take("Import: its form", modal);
  const codes = [{ service: "vendorA", status: "APPROVED" }];
  const records = [
    { templateId, content: words.content, codes },
    { templateId: "KA01TP260202010000000NEWONE", name: words.fresh, codes },
    { templateId: "KA01TP260202010000000BROKEN", name: 5 },
  ];
  await person.fill("records", JSON.stringify(records, null, 1));
  await person.submit();
  await view(person, isPlan);
  await take("Import: what it would change", modal);
  await person.submit();
  const { ts } = await top(scene, ({ text }) => /→.*APPROVED/.test(text));
  await take("Import: its result", modal);
  await person.closeView({ all: true });
  await take("Import: what it changed", post(ts));
}

/** What its recipient would read, before it is sent. */
async function messaged({ sandbox, view, take, templateId, words }: Scene): Promise<void> {
  const person = sandbox.slack.as(joon);
  await person.command("/msg-send", "", { conversation: reviews });
  await view(person);
  await person.fill("kind", "chat");
  await view(person, hasField("chat.templateId"));
  await person.suggest("chat.templateId", templateId);
  await person.fill("chat.templateId", templateId);
  const names = Object.keys(words.variables);
  await view(person, hasField(`chat.variables.${names[0]}`));
  const filled = Object.entries(words.variables).map(([name, value]) => [`chat.variables.${name}`, value]);
  await person.fillAll({ to: "010-2345-6789", ...Object.fromEntries(filled) });
  await take("A message by a template: its form", modal);
  await person.submit();
  await view(person, ({ callbackId }) => callbackId === "messages.confirm");
  await take("A message by a template: asked before it goes", async (page) => {
    await modal(page).locator('[data-block="to"]').waitFor({ state: "detached" });
    return modal(page);
  });
  await person.closeView({ all: true });
}

const hasField =
  (name: string): Parameters<Stage["view"]>[1] =>
  ({ blocks }) =>
    blocks.some((block) => block["block_id"] === name);
