import type { PickedFile } from "../../sandbox/slack/index.ts";
import type { Chatops } from "./chatops.ts";
import { joon, tests } from "./names.ts";
import { en } from "./words.ts";

export const patience = { timeoutMs: 15_000 };

type Typed = { type?: string; name?: string; link?: string; by?: string };

/** The upload form before a person, filled. */
export async function fillUploadForm(
  { slack }: Chatops,
  file: PickedFile | readonly PickedFile[] | null,
  { by = joon, ...typed }: Typed = {},
) {
  const person = slack.as(by);
  await person.opens("/msg-upload");
  if (file !== null) await person.fill("file", file);
  await person.fillAll(typed);
  return person;
}

export async function upload(chatops: Chatops, file: PickedFile | readonly PickedFile[], typed: Typed = {}) {
  const person = await fillUploadForm(chatops, file, typed);
  return person.submit();
}

/** The post with these words, of those that stand by themselves. */
export const findPost = ({ slack }: Chatops, words: string | readonly string[], where = tests) =>
  slack.post(words, where);

const titles = (terms: "upload" | "delete") => {
  const { title } = en.terms[terms].outcomes;
  const kind = en.files.kind[terms];
  return {
    accepted: title.accepted(kind),
    refused: title.refused(kind),
    notSent: title.not_sent(kind),
    unknown: title.unknown(kind),
    arrived: title.arrived(kind),
    didNotArrive: title.did_not_arrive(kind),
  };
};

/** How the post about an upload, or about a deletion, begins. */
export const uploadIs = titles("upload");
export const deletionIs = titles("delete");

/** What asked the platform to store or to delete. */
export function fileRequests({ platform }: Chatops) {
  return platform.requests.filter(({ path }) => path.startsWith("/storage/"));
}
