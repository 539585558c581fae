import { isBlank, trimBlank, withoutInvisible } from "../../blank-text.ts";
import { type buttonLinkFields, linkFieldsOf } from "../../platform/index.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { ObservedButton, StatusReport } from "../../store/index.ts";
import { buttonListId, fields } from "./ids.ts";

/** Vendors in the platform's API document. */
export const vendorNames = ["vendorA", "vendorB"] as const;

/** Statuses in the platform's public record; its API document allows any. */
export const reviewStatuses = ["PENDING", "INSPECTING", "APPROVED", "REJECTED"] as const;

export const reportFieldIds = { status: "status", reason: "reason" } as const;

export type ReportIssue =
  | { field: string; problem: "nothing" | "no_status" }
  /** `line`: number of the bad line, from 1. */
  | { field: string; problem: "button"; line: number };

export type ParsedReport =
  | ({ ok: true } & Pick<StatusReport, "vendors" | "content">)
  | { ok: false; issues: ReportIssue[] };

/** Parses a person's report from the console. An empty field means unknown; a reason needs a status. */
export function parseReport(form: Fields): ParsedReport {
  const said = (name: string) => {
    const typed = form.wording(name) ?? form.choice(name) ?? "";
    return isBlank(typed) ? null : typed;
  };
  const issues: ReportIssue[] = [];
  const reported = vendorNames.flatMap((vendor) => {
    const status = said(`${reportFieldIds.status}.${vendor}`);
    const field = `${reportFieldIds.reason}.${vendor}`;
    const reason = said(field);
    if (status !== null) {
      return [{ vendor, status: trimBlank(status), reason: reason === null ? null : trimBlank(reason) }];
    }
    if (reason !== null) issues.push({ field, problem: "no_status" });
    return [];
  });
  const typed = said(buttonListId);
  const buttons = typed === null ? null : parseButtons(typed);
  if (typeof buttons === "number") issues.push({ field: buttonListId, problem: "button", line: buttons });
  const [name, content] = [said(fields.name)?.trim() ?? null, said(fields.content)];
  const isEmpty = name === null && content === null && typed === null;
  if (isEmpty && reported.length === 0 && issues.length === 0) {
    issues.push({ field: fields.content, problem: "nothing" });
  }
  if (issues.length > 0 || typeof buttons === "number") return { ok: false, issues };
  return { ok: true, vendors: reported, content: isEmpty ? null : { name, content, buttons } };
}

const noButtons = /^(?:[-–—−ㅡ]|none|no buttons|없음|버튼 없음)\.?$/i;

const linkLabels: Readonly<Record<string, (typeof buttonLinkFields)[number]>> = {
  mobile: "linkMo",
  모바일: "linkMo",
  linkmo: "linkMo",
  pc: "linkPc",
  linkpc: "linkPc",
  android: "linkAnd",
  linkand: "linkAnd",
  ios: "linkIos",
  linkios: "linkIos",
};

const buttonLine = /^(.+?)\s*[(（]([^()（）\s]+)[)）](?:\s*[·,]?\s+(.*))?$/u;

/** Parses one button per line (`Show order (WL) · mobile https://…`), or returns the first bad line's number. */
export function parseButtons(typed: string): ObservedButton[] | number {
  if (noButtons.test(withoutInvisible(typed).trim())) return [];
  const buttons: ObservedButton[] = [];
  for (const [index, line] of typed.split("\n").map(trimBlank).entries()) {
    if (line === "") continue;
    const [, buttonName, type, rest = ""] = buttonLine.exec(line) ?? [];
    if (buttonName === undefined || type === undefined) return index + 1;
    const buttonType = withoutInvisible(type).normalize("NFKC");
    const links = readLinks(withoutInvisible(rest), linkFieldsOf(buttonType));
    if (links === null) return index + 1;
    buttons.push({ buttonType, buttonName, ...links });
  }
  return buttons;
}

type Links = Record<(typeof buttonLinkFields)[number], string | null>;

/** Parses links by their names, or in the order of the button's type; null if a text fits no link. */
function readLinks(typed: string, own: readonly (typeof buttonLinkFields)[number][]): Links | null {
  const links: Links = { linkMo: null, linkPc: null, linkAnd: null, linkIos: null };
  let label: keyof Links | undefined;
  for (const word of typed.split(/\s+/u).filter((one) => one !== "" && one !== "·")) {
    const labelled: keyof Links | undefined = linkLabels[word.toLowerCase().replace(/:$/u, "")];
    if (labelled !== undefined && label === undefined) {
      label = labelled;
      continue;
    }
    const link: keyof Links | undefined = label ?? own.find((one) => links[one] === null);
    if (link === undefined || links[link] !== null) return null;
    links[link] = word;
    label = undefined;
  }
  return label === undefined ? links : null;
}
