import { samplePicture } from "../../sandbox/sample-picture.ts";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Delivery, PickedFile } from "../../sandbox/slack/index.ts";
import { en } from "../support/words.ts";
import {
  type Judge,
  judgeBatch,
  judgeChange,
  judgePair,
  judgeRefusedPair,
  judgeResult,
  unknownPlaces,
  unless,
} from "./judge.ts";
import { onItAct, receiptActs, watchActs } from "./later-acts.ts";
import {
  author,
  beUnknown,
  conversation,
  firstPost,
  openForm,
  patience,
  sendPath,
  sendTo,
  submit,
  untilTaken,
  waitForForm,
} from "./people.ts";
import {
  batchPoints,
  changePoints,
  outcomeOf,
  type Point,
  pairPoints,
  refusedPairPoints,
  sendPoints,
  startedPoints,
} from "./points.ts";
import { templateActs } from "./template-acts.ts";

/** One kind of operation, as a person starts it. A new operation is a new entry here and nothing else. */
export type Act = {
  title: string;
  mode: "socket" | "http";
  /** The bot's, where it has to be told something else than usually. */
  env?: Record<string, string>;
  /** Beginning of the platform's path, which the act may ask once, or so many times. */
  path: string;
  requests?: number;
  /** Where on its way it is killed. */
  points: readonly Point[];
  judge: Judge;
  /** How the world is before any bot of the act. */
  before?(outside: Outside): void;
  /** What happened before, with a bot that nothing befalls; none of it counts as this act's. */
  prepare?(outside: Outside): Promise<void>;
  /** What the bot that is killed did before; its request is the one that the act may make. */
  begin?(outside: Outside): Promise<void>;
  /** Does it as a person would, up to the delivery that commits it; null where no delivery does. */
  play(outside: Outside): Promise<Delivery | null>;
  /** What a person does once all was told, and what was wrong with that. */
  after?(outside: Outside): Promise<string[]>;
};

const isSent = ({ platform }: Outside) => platform.state.messages.length > 0;
const send = { path: sendPath, points: sendPoints, judge: judgeResult(isSent) };

async function fillForm(outside: Outside, to: string): Promise<void> {
  const person = await openForm(outside, "/msg-send", "messages.send");
  await person.fillAll({ to, text: "Hello" });
}

async function submitForm(outside: Outside): Promise<Delivery> {
  await fillForm(outside, "joon");
  return submit(outside);
}

async function confirmSending(outside: Outside): Promise<Delivery> {
  await fillForm(outside, "010-2345-6789");
  await submit(outside);
  return submit(outside);
}

/** The form to send it again. */
async function openRepeat(outside: Outside): Promise<void> {
  const message = await beUnknown(outside, { kind: "reset", when: "before" });
  const person = outside.slack.as(author);
  await person.click({ message }, "messages.repeat");
  await waitForForm(outside, person, "messages.repeat");
  await person.fill("reason", "nothing came");
}

const report = {
  path: sendPath,
  points: changePoints,
  judge: judgeChange({
    ...{ was: "Unknown outcome", becomes: "Arrived" },
    ...{ says: en.outcomes.says.arrived, places: unknownPlaces },
  }),
  begin: async (outside: Outside) => void (await beUnknown(outside, { kind: "reset", when: "after" })),
  play: async (outside: Outside) =>
    outside.slack.as(author).click({ message: await firstPost(outside, author) }, "messages.settle:arrived"),
};

const lateReply = {
  path: sendPath,
  env: { PLATFORM_TIMEOUT_MS: "1000" },
  points: changePoints,
  judge: judgeChange({
    ...{ was: "Unknown outcome", becomes: "Accepted" },
    ...{ says: en.outcomes.late(en.outcomes.states.accepted), places: unknownPlaces },
  }),
  begin: async (outside: Outside) => void (await beUnknown(outside, { kind: "silence" })),
  play: async ({ platform }: Outside) => {
    platform.faults.release();
    return null;
  },
};

async function submitWithImage(outside: Outside): Promise<Delivery> {
  const person = await openForm(outside, "/msg-send", "messages.send");
  await person.fill("kind", "MMS");
  await waitForForm(outside, person, "messages.send", { words: '"block_id":"image"' });
  await person.fillAll({ to: "joon", text: "Hello", image: samplePicture });
  return submit(outside);
}

/** A message that was not sent, although its image is there: it is edited and sent with the image that is there. */
async function editAndSend(outside: Outside): Promise<string[]> {
  const { slack, platform } = outside;
  const post = slack.messages(conversation).find(({ text }) => outcomeOf(text) === "Not sent");
  const [fileId] = platform.state.files.keys();
  if (post === undefined || fileId === undefined) return [];
  const person = slack.as(author);
  await person.click({ message: post }, "messages.edit");
  await waitForForm(outside, person, "messages.send", { words: fileId });
  await submit(outside);
  await slack.waitFor(() => isSent(outside), { ...patience, what: "the edited message" });
  const sent = JSON.stringify(platform.state.messages.at(-1)?.request);
  const uploads = platform.requests.filter((request) => request.path.startsWith(files.path)).length;
  return [
    ...unless(sent.includes(fileId) && sent.includes("Hello"), `edited and sent as ${sent}`),
    ...unless(uploads === 1, `${uploads} uploads in the end`),
  ];
}

/** Its request is the message's; the image's is the judge's to count. */
const pair = {
  ...{ path: sendPath, points: pairPoints, judge: judgePair(isSent) },
  play: untilTaken(submitWithImage),
  after: editAndSend,
};

const refusal = "The picture is not to our taste.";

const refusedPair = {
  ...{ path: sendPath, points: refusedPairPoints, judge: judgeRefusedPair(isSent, refusal) },
  play: untilTaken((outside) => {
    const refuse = { kind: "refuse", errorCode: "PictureRefused", errorMessage: refusal } as const;
    outside.platform.faults.next(refuse, { method: "POST", path: files.path });
    return submitWithImage(outside);
  }),
};

const files = { path: "/storage/v1/files", points: startedPoints };

const submitFiles = (picked: readonly PickedFile[]) =>
  untilTaken(async (outside) => {
    const person = await openForm(outside, "/msg-upload", "files.upload");
    await person.fill("file", picked);
    return submit(outside);
  });

const upload = {
  ...files,
  judge: judgeResult(({ platform }: Outside) => platform.state.files.size > 0),
  play: submitFiles([samplePicture]),
};

/** The same picture, each with other bytes behind it. */
const pictures: readonly PickedFile[] = [1, 2, 3].map((number) => ({
  ...samplePicture,
  name: `offer-${number}.png`,
  bytes: Buffer.concat([samplePicture.bytes, Buffer.from([number])]),
}));

const batch = {
  ...{ path: files.path, requests: pictures.length, points: batchPoints },
  judge: judgeBatch(pictures),
  play: submitFiles(pictures),
};

const remove = {
  ...files,
  judge: judgeResult(({ platform }: Outside) => platform.state.files.size === 0),
  /** A file on the platform, and the form that asks once more. */
  async prepare(outside: Outside): Promise<void> {
    const { slack } = outside;
    const person = slack.as(author);
    await upload.play(outside);
    await firstPost(outside, conversation);
    await person.command("/msg-files", "", { conversation });
    const list = await slack.waitFor(
      () => slack.ephemerals(author).find(({ text }) => text.includes(samplePicture.name)),
      { ...patience, what: "the list of files" },
    );
    await person.click({ ephemeral: list }, "files.delete");
    await waitForForm(outside, person, "files.delete");
  },
  play: submit,
};

export const acts: readonly Act[] = (["socket", "http"] as const).flatMap((mode) => [
  { title: "quick command", mode, play: sendTo("joon"), ...send },
  { title: "form", mode, play: untilTaken(submitForm), ...send },
  { title: "confirmation", mode, play: untilTaken(confirmSending), ...send },
  // A further try is stored before it is started.
  { title: "send again", mode, prepare: openRepeat, play: submit, ...send, points: startedPoints },
  { title: "upload", mode, ...upload },
  { title: "three files in one go", mode, ...batch },
  { title: "delete", mode, ...remove },
  { title: "comment", mode, ...templateActs.comment },
  { title: "approval", mode, ...templateActs.update },
  { title: "report", mode, ...report },
  { title: "late reply", mode, ...lateReply },
  { title: "on it", mode, ...onItAct },
  { title: "holder: arrived", mode, ...receiptActs.arrived },
  { title: "holder: not arrived", mode, ...receiptActs.notArrived },
  { title: "finding", mode, ...watchActs.begins },
  { title: "finding is over", mode, ...watchActs.ends },
  { title: "what the console shows", mode, ...templateActs.report },
  { title: "import", mode, ...templateActs.import },
  { title: "message with its image", mode, ...pair },
  { title: "message with a refused image", mode, ...refusedPair },
]);
