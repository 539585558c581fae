import { isBlank } from "../../blank-text.ts";
import { type InputIssue, readSend, type SendBody } from "../../platform/index.ts";
import { type ReadIssue, readJson, valueAt } from "./form-body.input.ts";

export type JsonIssue = {
  issue: InputIssue | ReadIssue | { problem: "missing" | "json_list" };
  path: string;
};

/** A whole message as JSON: the request's body, or the message in it. A text that shows nothing is none. */
export function readMessageJson(text: string): { body: SendBody } | { issues: JsonIssue[] } {
  const refuse = (issue: JsonIssue["issue"]) => ({ issues: [{ issue, path: "" }] });
  if (isBlank(text)) return refuse({ problem: "missing" });
  const read = readJson(text);
  if ("problem" in read) return refuse(read);
  const { is } = read;
  if (Array.isArray(is)) return refuse({ problem: "json_list" });
  const several = ["message", "messages"].find((name) => Array.isArray(valueAt(is, [name])));
  if (several !== undefined) return { issues: [{ issue: { problem: "json_list" }, path: several }] };
  const isBody = typeof is === "object" && is !== null && "message" in is;
  const found = readSend(isBody ? is : { message: is });
  if ("issues" in found) {
    // Under another name stands what would be said to be missing, and the field shows one.
    const isUnknown = ({ problem }: InputIssue) => Number(problem === "unknown");
    const issues = found.issues.toSorted((one, other) => isUnknown(other) - isUnknown(one));
    return { issues: issues.map((issue) => ({ issue, path: issue.field })) };
  }
  const { agent: _agent, ...body } = found.body;
  const { text: said, subject: title, ...others } = body.message;
  // As in the form: what nobody would see is none, and a title would make it a dearer message.
  const shows = (words: string | undefined) => words !== undefined && !isBlank(words);
  const message = { ...others, ...(shows(said) && { text: said }), ...(shows(title) && { subject: title }) };
  return { body: { ...body, message } };
}
