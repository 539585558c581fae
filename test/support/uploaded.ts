import type { Chatops } from "./chatops.ts";
import { pdf, picked, png } from "./sample-files.ts";
import { fileRequests, findPost, patience, tests, upload } from "./uploads.ts";
import { en } from "./words.ts";

const uploaded = en.terms.upload.outcomes.title.accepted(en.files.kind.upload);

/** The list as this person's newest answer shows it. */
export async function list({ slack }: Chatops, who: string, words: string = en.files.list.title) {
  const before = slack.ephemerals(who).length;
  await slack.as(who).command("/msg-files", "", { conversation: tests });
  return slack.waitFor(
    () =>
      slack
        .ephemerals(who)
        .slice(before)
        .find(({ text }) => text.includes(words)),
    {
      ...patience,
      what: `the files before ${who}`,
    },
  );
}

export async function uploadOne(chatops: Chatops, name = "logo.png", type = "MMS") {
  await upload(
    chatops,
    picked(name, name.endsWith("pdf") ? Buffer.concat([pdf(), Buffer.from(name)]) : png()),
    { type },
  );
  await findPost(chatops, `${uploaded} · ${name}`);
  return [...chatops.platform.state.files.values()].at(-1)!;
}

/** The confirmation before a person, from the button in the list. */
export async function askToDelete(chatops: Chatops, who: string) {
  const { slack } = chatops;
  const person = slack.as(who);
  await person.click({ ephemeral: await list(chatops, who) }, "files.delete");
  await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the confirmation" });
  return person;
}

export const deletesOf = (chatops: Chatops) =>
  fileRequests(chatops).filter(({ method }) => method === "DELETE").length;

export const told = ({ slack }: Chatops, who: string, words: string) =>
  slack.waitFor(() => slack.ephemerals(who).some(({ text }) => text.includes(words)), {
    ...patience,
    what: `${who} is told “${words}”`,
  });
