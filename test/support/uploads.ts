import type { PickedFile } from "../../sandbox/slack/index.ts";
import type { Chatops } from "./chatops.ts";

export const tests = "C0TESTS";
export const joon = "U0JOON";

export const patience = { timeoutMs: 15_000 };

type Typed = { type?: string; name?: string; link?: string; by?: string };

/** The upload form before a person, filled. */
export async function fillUploadForm(
  { slack }: Chatops,
  file: PickedFile | readonly PickedFile[] | null,
  { by = joon, ...typed }: Typed = {},
) {
  const person = slack.as(by);
  await person.command("/msg-upload", "", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the upload form" });
  if (file !== null) await person.fill("file", file);
  await person.fillAll(typed);
  return person;
}

export async function upload(chatops: Chatops, file: PickedFile | readonly PickedFile[], typed: Typed = {}) {
  const person = await fillUploadForm(chatops, file, typed);
  return person.submit();
}

/** The post with these words, of those that stand by themselves. */
export function findPost({ slack }: Chatops, words: string, where = tests) {
  const all = () => (where.startsWith("U") ? slack.dm(where) : slack.messages(where));
  return slack.waitFor(() => all().find(({ text, threadTs }) => threadTs === null && text.includes(words)), {
    ...patience,
    what: `“${words}” in ${where}`,
  });
}

/** What asked the platform to store or to delete. */
export function fileRequests({ platform }: Chatops) {
  return platform.requests.filter(({ path }) => path.startsWith("/storage/"));
}
