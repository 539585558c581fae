import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { compose, renderAnswer } from "../slack/blocks/answer.ts";
import { type Line, renderContext } from "../slack/blocks/rich-text.ts";
import type { RenderedPost, Renderer } from "../slack/posts/queue.ts";
import type { NewLine, NewPost } from "../store/index.ts";

export type Alert = {
  title: string;
  /** Details that differ between changes of an alert, so that no two thread lines are equal. */
  about?: string;
  says: readonly Line[];
  grey: readonly Line[];
  /** Set while the alert lasts. `inConsole`: the remedy is in the platform's console. */
  open?: { since: Date; inConsole: boolean };
};

/** An alert to store. A problem that returns gets a new subject. `isKept`: the post outlives the retention. */
export type StoredAlert = {
  subject: string;
  kind: string;
  facts: object;
  isNew: boolean;
  isKept: boolean;
};

/** Creates a post per alert. A changed alert also gets a thread line, since Slack notifies nobody of an edited post. */
export function notificationOfAlerts(found: readonly StoredAlert[], onCall: readonly string[]) {
  return {
    posts: found.map(
      ({ isNew: _, ...post }): NewPost => ({ ...post, audience: "on-call", destinations: onCall }),
    ),
    lines: found.flatMap(({ isNew, subject, facts }): NewLine[] =>
      isNew ? [] : [{ subject, event: facts }],
    ),
  };
}

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

/** Renders posts that are stored as blocks, so that later versions don't change them. */
export const verbatimRenderer: Renderer = { render: async ({ facts }) => Rendered.parse(facts) };

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
