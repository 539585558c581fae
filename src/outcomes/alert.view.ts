import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { compose, renderAnswer } from "../slack/blocks/answer.ts";
import { type Line, renderContext } from "../slack/blocks/rich-text.ts";
import type { RenderedPost, Renderer } from "../slack/posts/queue.ts";
import type { NewLine, NewPost } from "../store/index.ts";

/** What a watch found, as on-call reads it: a title with its mark, what to do about it, and since when. */
export type Alert = {
  title: string;
  /** What of it differs from one change to the next, so that no two lines say the same. */
  about?: string;
  says: readonly Line[];
  grey: readonly Line[];
  /** While it stands: since when, and whether it is mended in the platform's console. */
  open?: { since: Date; inConsole: boolean };
};

/** As it is stored. What comes again is a subject of its own; `isKept` while it stands. */
export type Found = {
  subject: string;
  /** Who renders it. */
  kind: string;
  facts: object;
  isNew: boolean;
  isKept: boolean;
};

/** A post for each; under one that is there a line, since an edit alone notifies nobody. */
export function notificationOfAlerts(found: readonly Found[], onCall: readonly string[]) {
  return {
    posts: found.map(
      ({ isNew: _, ...post }): NewPost => ({ ...post, audience: "on-call", destinations: onCall }),
    ),
    lines: found.flatMap(({ isNew, subject, facts }): NewLine[] =>
      isNew ? [] : [{ subject, event: facts }],
    ),
  };
}

/** Renders them from what was found, and the lines of their changes from what was found then. */
export function createAlertRenderer(toAlert: (facts: unknown) => Alert): Renderer {
  return {
    render: async ({ facts }) => renderAlert(toAlert(facts)),
    line: async (_, event) => {
      const { title, about } = toAlert(event);
      return renderAnswer([about === undefined ? [title] : [`${title} · ${about}`]]);
    },
  };
}

function renderAlert({ title, about, says, grey, open }: Alert): RenderedPost {
  const head = renderAnswer([[{ bold: title }], ...(about === undefined ? [] : [[about]]), ...says]);
  return {
    ...compose(head, ...(grey.length === 0 ? [] : [renderContext(grey)])),
    ...(open && { openSince: open.since, leadsTo: open.inConsole ? ["console", "runbook"] : ["runbook"] }),
  };
}

const Rendered = z.object({ text: z.string(), blocks: z.array(z.custom<KnownBlock>(isObject)) });

/** Of what is told as it was rendered: the facts are what its person had before their eyes then, or may do. */
export const verbatimRenderer: Renderer = { render: async ({ facts }) => Rendered.parse(facts) };

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
