import type { Catalogue } from "../../locales/index.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import type { Submission } from "../../slack/edge/interaction.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { readTextFile, type TextFileProblem } from "../../slack/files/text-file.ts";
import type { Person } from "../../slack/people/people.ts";
import { toConfirmation } from "./confirm.slack.ts";
import { parseForm } from "./form.input.ts";
import { fields, ids } from "./ids.ts";
import { noticeWords } from "./issues.view.ts";
import { renderSendForm } from "./send.view.ts";
import { formOptions, type SendDeps } from "./send-deps.ts";
import type { SendForm } from "./send-form.ts";

/** Far more than a message of the platform's can be, and nothing to wait for. */
const longestBytes = 100_000;

/**
 * A whole message in a file, in the place of what is typed. Slack waits for three seconds and a file may take longer, so
 * the form first says that it is read; then it is confirmed, whoever it goes to, since its sender has not seen it here yet.
 */
export async function submitJsonFile(
  submission: Submission,
  { form, file }: { form: SendForm; file: SlackFile },
  deps: SendDeps,
): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  const { size = 0 } = file;
  if (size > longestBytes) return submission.ackErrors({ [fields.jsonFile]: tooLong(size, words) });
  await submission.ack({ response_action: "update", view: renderReading(words) });
  const back = async (notice?: string) =>
    submission.changeModal(renderSendForm(form, formOptions(person, deps), notice));
  try {
    const asked = await readAndAsk(person, { form, file }, deps);
    await ("why" in asked ? back(asked.why) : submission.changeModal(asked.view));
  } catch (error) {
    // What went wrong is told as anywhere else, but nobody waits for the file any more.
    await back().catch(() => {});
    throw error;
  }
}

/** The confirmation of what is in the file, or why there is none. */
async function readAndAsk(
  person: Person,
  { form, file }: { form: SendForm; file: SlackFile },
  deps: SendDeps,
): ReturnType<typeof toConfirmation> {
  const words = deps.wordsOf(person.locale);
  const read = await readTextFile(file, longestBytes, deps);
  if ("problem" in read) return { why: problemWords(read, words) };
  const parsed = parseForm({ ...form, values: { [fields.json]: read.text } }, deps);
  if (!parsed.ok) return { why: noticeWords(parsed.issues, deps.rules, words) };
  const { act, again, kept } = form;
  const wanted = { act, again, input: parsed.input, kept, isAlone: true };
  return toConfirmation(person, wanted, deps);
}

function renderReading({ send, common }: Catalogue) {
  return renderModal({
    callbackId: ids.sendForm,
    title: send.title,
    close: common.cancel,
    blocks: [banner(send.readingFile)],
  });
}

function tooLong(size: number, { issues, common }: Catalogue): string {
  return issues.tooLong(common.bytes(size), common.bytes(longestBytes));
}

function problemWords(read: TextFileProblem, words: Catalogue): string {
  if (read.problem === "not_read") return words.send.fileNotRead;
  if (read.problem === "too_long") return `${words.send.fields.jsonFile.label}: ${tooLong(read.size, words)}`;
  return read.problem === "not_utf8" ? words.issues.notUtf8 : words.issues.emptyFile;
}
