import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { compose, renderAnswer } from "../slack/blocks/answer.ts";
import { type Line, renderContext } from "../slack/blocks/rich-text.ts";
import type { RenderedPost, Renderer } from "../slack/posts/queue.ts";
import type { NewLine, NewPost } from "../store/index.ts";

/** A monitor's alert, as on-call reads it: a title with its mark, what to do, and since when. */
export type Alert = {
  title: string;
  /** Details that differ between changes of an alert, so that no two thread lines read the same. */
  about?: string;
  says: readonly Line[];
  grey: readonly Line[];
  /** Set while the alert lasts. `inConsole`: somebody has to solve it in the platform's console. */
  open?: { since: Date; inConsole: boolean };
};

/** An alert to store. A problem that returns is a new alert, with a new subject. `isKept`: its post outlives the retention. */
export type StoredAlert = {
  subject: string;
  /** Kind of its post, by which its renderer is found. */
  kind: string;
  facts: object;
  isNew: boolean;
  isKept: boolean;
};

/** A post for each alert. A changed one also gets a thread line, since an edited post alone notifies nobody. */
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

/** Renders alerts and their thread lines from stored facts. */
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

/** Renders posts that are stored as blocks: they stay as their reader saw them first. */
export const verbatimRenderer: Renderer = { render: async ({ facts }) => Rendered.parse(facts) };

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
