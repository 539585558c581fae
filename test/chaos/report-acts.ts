import type { Outside } from "../../sandbox/sandbox.ts";
import type { Delivery } from "../../sandbox/slack/index.ts";
import { hasChanged } from "./change-judge.ts";
import { author, conversation, type Evidence, isMarkedRepeat, type Judge } from "./evidence.ts";
import { reportPoints } from "./points.ts";
import { patience } from "./sending.ts";

/** Of which nothing is asked for a report. */
const path = "/chat/v1/templates";
const env = { REVIEW_CHANNEL: conversation };

const count = 12;

async function shows({ slack }: Outside, callbackId: string, words = ""): Promise<void> {
  const isShown = () => {
    const top = slack.as(author).views().at(-1);
    return top?.callbackId === callbackId && JSON.stringify(top.blocks).includes(words);
  };
  await slack.waitFor(isShown, { ...patience, what: `${callbackId} with “${words}”` });
}

async function submit({ slack }: Outside): Promise<Delivery> {
  const result = await slack.as(author).submit();
  if (result.kind === "client_error") throw new Error("Slack's client did not submit the form");
  return result.delivery;
}

/** Up to what is shown before anything is reported. */
async function give(outside: Outside, status: string): Promise<void> {
  const person = outside.slack.as(author);
  await person.command("/msg-template", "import", { conversation });
  await shows(outside, "templates.import");
  const records = Array.from({ length: count }, (_, index) => ({
    ...{ templateId: `T${index}`, codes: [{ service: "vendorA", status }] },
  }));
  await person.fill("records", JSON.stringify(records));
  await submit(outside);
  await shows(outside, "templates.confirm_import", "Nothing imported yet.");
}

async function fillReport(outside: Outside, status: string): Promise<void> {
  const person = outside.slack.as(author);
  await person.command("/msg-template", "T1", { conversation });
  await shows(outside, "templates.view");
  await person.click({ view: true }, "templates.report");
  await shows(outside, "templates.report");
  await person.suggest("status.vendorA", status);
  await person.fill("status.vendorA", status);
}

/** One post of all that changed, once it was reported. */
function judgePost(title: string): Judge {
  const findProblems = (evidence: Evidence) => {
    const posts = evidence.outside.slack.messages(conversation);
    if (!hasChanged(evidence)) return posts.length === 0 ? [] : ["a post tells of what nobody stored"];
    const [post, ...others] = posts;
    return [
      ...(post?.text.includes(title) ? [] : [`told “${post?.text}” where “${title}” belongs`]),
      ...(others.every(({ text }) => isMarkedRepeat(text)) ? [] : ["a post came again and did not say so"]),
    ];
  };
  return { isTold: (evidence) => findProblems(evidence).length === 0, told: () => [], findProblems };
}

export const reportActs = {
  report: {
    ...{ path, env, requests: 0, points: reportPoints, judge: judgePost("Approved by vendorA") },
    prepare: async (outside: Outside) => {
      await fillReport(outside, "PENDING");
      await submit(outside);
      await outside.slack.as(author).closeView({ all: true });
    },
    begin: (outside: Outside) => fillReport(outside, "APPROVED"),
    play: submit,
  },
  import: {
    ...{
      path,
      env,
      requests: 0,
      points: reportPoints,
      judge: judgePost(`${count} template statuses changed`),
    },
    prepare: async (outside: Outside) => {
      await give(outside, "PENDING");
      await submit(outside);
      await shows(outside, "templates.confirm_import", `${count} templates imported`);
      await outside.slack.as(author).closeView({ all: true });
    },
    begin: (outside: Outside) => give(outside, "APPROVED"),
    play: submit,
  },
};
