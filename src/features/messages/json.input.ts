import { isBlank } from "../../blank-text.ts";
import { type InputIssue, readSend, type SendBody } from "../../platform/index.ts";
import { type ReadIssue, readJson } from "./form-body.input.ts";

export type JsonIssue = {
  issue: InputIssue | ReadIssue | { problem: "missing" };
  path: string;
};

/** A whole message as JSON: the request's body, or the message in it. A text that shows nothing is none. */
export function readMessageJson(text: string): { body: SendBody } | { issues: JsonIssue[] } {
  const refuse = (issue: JsonIssue["issue"]) => ({ issues: [{ issue, path: "" }] });
  if (isBlank(text)) return refuse({ problem: "missing" });
  const read = readJson(text);
  if ("problem" in read) return refuse(read);
  const isBody = typeof read.is === "object" && read.is !== null && "message" in read.is;
  const found = readSend(isBody ? read.is : { message: read.is });
  if ("issues" in found) return { issues: found.issues.map((issue) => ({ issue, path: issue.field })) };
  const { body } = found;
  const { text: said, subject: title, ...others } = body.message;
  // As in the form: what nobody would see is none, and a title would make it a dearer message.
  const shows = (words: string | undefined) => words !== undefined && !isBlank(words);
  const message = { ...others, ...(shows(said) && { text: said }), ...(shows(title) && { subject: title }) };
  return { body: { ...body, message } };
}
