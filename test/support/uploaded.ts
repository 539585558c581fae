import type { Chatops } from "./chatops.ts";
import { pdf, picked, png } from "./sample-files.ts";
import { fileRequests, findPost, upload, uploadIs } from "./uploads.ts";
import { en } from "./words.ts";

/** The list as this person's newest answer shows it. */
export const list = ({ slack }: Chatops, who: string, words: string = en.files.list.title) =>
  slack.as(who).asks("/msg-files", "", words);

export async function uploadOne(chatops: Chatops, name = "logo.png", type = "MMS") {
  await upload(
    chatops,
    picked(name, name.endsWith("pdf") ? Buffer.concat([pdf(), Buffer.from(name)]) : png()),
    { type },
  );
  await findPost(chatops, `${uploadIs.accepted} · ${name}`);
  return [...chatops.platform.state.files.values()].at(-1)!;
}

/** The confirmation before a person, from the button in the list. */
export async function askToDelete(chatops: Chatops, who: string) {
  const person = chatops.slack.as(who);
  await person.click({ ephemeral: await list(chatops, who) }, "files.delete");
  await person.hasOpen(1);
  return person;
}

export const deletesOf = (chatops: Chatops) =>
  fileRequests(chatops).filter(({ method }) => method === "DELETE").length;

export const told = ({ slack }: Chatops, who: string, words: string) => slack.as(who).reads(words);
