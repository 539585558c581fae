import { createHash } from "node:crypto";
import type { TemplateUpdate } from "../../platform/index.ts";
import type { ProposedButton, ProposedChange, SeenContent } from "../../store/index.ts";

/** The body of the update: what was proposed and nothing else, in one order, so that the same change is the same text. */
export function toBody({ name, content, buttons }: ProposedChange): TemplateUpdate {
  return {
    ...(name === undefined ? {} : { name }),
    ...(content === undefined ? {} : { content }),
    ...(buttons === undefined ? {} : { buttons: buttons.map(toButton) }),
  };
}

function toButton({ buttonType, buttonName, linkMo, linkPc, linkAnd, linkIos }: ProposedButton) {
  return {
    buttonType,
    buttonName,
    ...(linkMo === undefined ? {} : { linkMo }),
    ...(linkPc === undefined ? {} : { linkPc }),
    ...(linkAnd === undefined ? {} : { linkAnd }),
    ...(linkIos === undefined ? {} : { linkIos }),
  };
}

/** What approvals stand for: the SHA-256 of the canonical body, in hexadecimal. */
export function sealOf(change: ProposedChange): string {
  return hashOf(toBody(change));
}

/** What somebody was shown that stands there, as far as a proposal is compared with it. */
export function sealOfSeen(seen: SeenContent | null): string {
  return hashOf(seen && [seen.name, seen.content, seen.buttons]);
}

function hashOf(value: object | null): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
