import { isBlank } from "../../blank-text.ts";
import { parsePhoneNumber, parseSenderNumber } from "../../phone-number.ts";
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
  const found = readSend(withPlainNumbers(isBody ? is : { message: is }));
  if ("issues" in found) {
    // Under another name stands what would be said to be missing, and the field shows one.
    const isUnknown = ({ problem }: InputIssue) => Number(problem === "unknown");
    const issues = found.issues.toSorted((one, other) => isUnknown(other) - isUnknown(one));
    return { issues: issues.map((issue) => ({ issue, path: issue.field })) };
  }
  const { body } = found;
  const { text: said, subject: title, ...others } = body.message;
  // As in the form: what nobody would see is none, and a title would make it a dearer message.
  const shows = (words: string | undefined) => words !== undefined && !isBlank(words);
  const message = { ...others, ...(shows(said) && { text: said }), ...(shows(title) && { subject: title }) };
  return { body: { ...body, message } };
}

const unwritten = "0";

/** The same while it is written: whom it goes to and from whom may be missing yet, which `lacks` names. */
export function readUnfinishedJson(
  text: string,
): { body: SendBody; lacks: readonly string[] } | { issues: JsonIssue[] } {
  const whole = readMessageJson(text);
  if (!("issues" in whole)) return { ...whole, lacks: [] };
  const lacks = whole.issues.flatMap(({ issue, path }) =>
    issue.problem === "missing" && ["to", "from"].includes(path) ? [path] : [],
  );
  const read = readJson(text);
  if (lacks.length < whole.issues.length || !("is" in read)) return whole;
  const message = valueAt(read.is, ["message"]) ?? read.is;
  const beside = message === read.is ? {} : read.is;
  const added = Object.fromEntries(lacks.map((name) => [name, unwritten]));
  const completed = readMessageJson(
    JSON.stringify(Object.assign({}, beside, { message: Object.assign({}, message, added) })),
  );
  return "issues" in completed ? completed : { ...completed, lacks };
}

/** Its numbers, where they are written with signs, as the form reads them; what isn't a number stays as it is. */
function withPlainNumbers(body: object): object {
  const message = valueAt(body, ["message"]);
  if (typeof message !== "object" || message === null) return body;
  const [to, from, country] = ["to", "from", "country"].map((name) => valueAt(message, [name]));
  const isSigned = (number: unknown) => typeof number === "string" && !/^\d+$/.test(number);
  const number = isSigned(to)
    ? parsePhoneNumber(String(to), typeof country === "string" ? country : undefined)
    : null;
  const isIts = number !== null && "to" in number && (country === undefined || country === number.country);
  const sender = isSigned(from) ? parseSenderNumber(String(from)) : null;
  return {
    ...body,
    message: {
      ...message,
      ...(isIts && { to: number.to, ...(number.country !== "82" && { country: number.country }) }),
      ...(sender !== null && "to" in sender && { from: sender.to }),
    },
  };
}
