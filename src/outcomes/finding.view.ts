import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { renderContext } from "../slack/blocks/context.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { NewPost } from "../store/index.ts";

/** What a watch found, as on-call reads it: a title with its mark, what to do about it, and since when. */
export type Finding = {
  /** Names its living post. */
  key: string;
  title: string;
  says: readonly Line[];
  grey: readonly Line[];
};

/** A finding that is new, or has come again: a post of its own. */
export function beginFinding(finding: Finding, onCall: readonly string[]): NewPost {
  return { kind: "post", key: finding.key, ...toPost(renderFinding(finding), onCall) };
}

/** The post of a finding as it is now, or over, with a line under it: an edit alone notifies nobody. */
export function changeFinding(finding: Finding, onCall: readonly string[]): NewPost[] {
  const { key, title } = finding;
  return [
    { kind: "edit", key, ...toPost(renderFinding(finding), onCall) },
    { kind: "line", key, ...toPost(renderAnswer([[title]]), onCall) },
  ];
}

function renderFinding({ title, says, grey }: Finding): Answer {
  const head = renderAnswer([[{ bold: title }], ...says]);
  const { text, block } = renderContext(grey);
  return { text: `${head.text}\n${text}`, blocks: [...head.blocks, block] };
}

function toPost(body: Answer, onCall: readonly string[]) {
  return { destinations: [...onCall], body, author: null };
}
