import { describe, expect, test } from "vitest";
import type { Actor, Delivery, SubmitResult } from "../../sandbox/slack/index.ts";
import { withTerms } from "../../src/locales/terms.ts";
import { laySuite, suiteName } from "../support/a-suite.ts";
import { bothModes, startChatops } from "../support/chatops.ts";
import { connectOutside } from "../support/postgres-locks.ts";
import { picked, png } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { at, carrier, propose, reviews, startTemplates } from "../support/templates.ts";
import { didNotArrive, joon, mina, tests } from "../support/unknown-outcome.ts";
import { fillUploadForm } from "../support/uploads.ts";
import { core, en, heading, ko } from "../support/words.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

/** Locks a table until the returned function is called: against writes, or against all with another `mode`. */
async function hold(url: string, table: string, mode = "share"): Promise<() => Promise<void>> {
  const outside = await connectOutside(url);
  await outside.query("begin");
  await outside.query(`lock table ${table} in ${mode} mode`);
  return async () => void (await outside.query("commit"));
}
const holdOperations = (url: string, mode?: string) => hold(url, "operations", mode);
const holdDocuments = (url: string) => hold(url, "documents");

async function start(mode: (typeof bothModes)[number]) {
  const url = await postgres.createDatabase();
  const chatops = await startChatops({ mode, env: { DATABASE_URL: url } });
  const person = chatops.slack.as(joon);
  // So that the app knows the person already, and waits only for the store.
  await person.command("/msg-help", "", { conversation: tests });
  chatops.budgets.times = 1;
  return { ...chatops, url, person };
}

const isOfTerms = (act: string) => act === "upload" || act === "update" || act === "comment";

describe.each(bothModes)("a store slower than the time for an answer, over %s", (mode) => {
  test("lets a command be answered as still being stored, and sent once", async () => {
    const { slack, platform, url, person, app } = await start(mode);
    const release = await holdOperations(url);
    const { id, ack } = await person.command("/msg-send", "joon Once", { conversation: tests });
    expect(JSON.stringify(ack?.body)).toContain(en.common.storing);
    expect(JSON.stringify(ack?.body)).toContain('"action_id":"history.open"');
    expect(sends(platform)).toEqual([]);
    await release();
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "its post" });
    expect(post.text).toContain(heading.accepted);
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain(core(en.common.submitted));
    await app.stop();
    expect(sends(platform)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  test("lets a form submitted twice be answered as still being stored, and sent once", async () => {
    const { slack, platform, url, person, app } = await start(mode);
    await openSendForm(slack, joon, tests);
    await person.fillAll({ to: "joon", text: "Once" });
    const release = await holdOperations(url);
    for (const submitted of await Promise.all([person.submit(), person.submit()])) {
      expect(submitted).toMatchObject({ kind: "updated" });
      const body = "delivery" in submitted ? submitted.delivery.ack?.body : null;
      expect(JSON.stringify(body)).toContain(en.common.storing);
    }
    await release();
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "its post" });
    expect(post.text).toContain(heading.accepted);
    await app.stop();
    expect(sends(platform)).toHaveLength(1);
    expect(slack.messages(tests)).toHaveLength(1);
  });
});

describe("a store that fails after a “still being stored” answer", () => {
  /** Longer than the answer waits, and shorter than production's. */
  const postgresLimits = { statementMs: 2_500 };
  const both = (say: (words: typeof en) => string) => [en, ko].map(say);
  const says = (result: Delivery | SubmitResult) => {
    const delivery = "delivery" in result ? result.delivery : "ack" in result ? result : null;
    return JSON.stringify(delivery?.ack?.body);
  };

  test("makes the app say once in a direct message that nothing was sent", async () => {
    const url = await postgres.createDatabase();
    const suite = { messages: { order: "Ordered" }, recipients: ["joon"] };
    const story = await startTemplates({
      ...{ env: { DATABASE_URL: url }, postgresLimits },
      before: (outside) => laySuite({ env: { ...outside.env, DATABASE_URL: url } }, suite),
    });
    const { slack, platform, view, templateId, app } = story;
    const card = await propose(story, en.proposals.card.title.open);
    await slack.as(joon).closeView({ all: true });
    const open = async (who: string, id: string, how: (person: Actor) => Promise<unknown>) => {
      const person = slack.as(who);
      await how(person);
      await view(person, id);
      return person;
    };
    const approver = await open(mina, "templates.approve", (person) =>
      person.click(at(card), "templates.approve"),
    );
    const writer = await open("U0SORA", "templates.view", (person) =>
      person.command("/msg-template", templateId),
    );
    await writer.click({ view: true }, "templates.comment");
    await view(writer, "templates.comment");
    await writer.fill("comment", "Please look");
    await writer.submit();
    const runner = await open("U0DANA", "messages.run", (person) =>
      person.command("/msg-test", suiteName, { conversation: tests }),
    );
    const uploader = await fillUploadForm(story, picked("logo.png", png()), { by: "U0MINJI", type: "CHAT" });
    const sender = slack.as(joon);
    await sender.command("/msg-help", "", { conversation: tests });
    const requests = platform.requests.length;
    story.budgets.times = 1;

    const release = await holdOperations(url);
    const acts = { message: joon, update: mina, comment: "U0SORA", run: "U0DANA", upload: "U0MINJI" };
    const answers = await Promise.all([
      sender.command("/msg-send", "joon Lost", { conversation: tests }),
      ...[approver, writer, runner, uploader].map((person) => person.submit()),
    ]);
    for (const answer of answers) expect(says(answer)).toContain("history.open");
    const ofAudience = (who: string) => slack.dm(who).map(({ text }) => text);
    for (const [act, who] of Object.entries(acts)) {
      const words = both((catalogue) =>
        isOfTerms(act) ? withTerms(catalogue, act).common.notStored : catalogue.common.notStored,
      );
      await slack.waitFor(() => ofAudience(who).some((text) => words.includes(text)), {
        what: `${act} is told`,
      });
    }
    await release();
    await app.stop();
    for (const who of Object.values(acts)) {
      expect(
        ofAudience(who).filter((text) => both(({ common }) => common.notStored).includes(text)).length,
      ).toBeLessThan(2);
    }
    expect(platform.requests).toHaveLength(requests);
    expect(slack.messages(tests)).toEqual([]);
  });

  test("makes /msg-history and a report button answer that the database is slow", async () => {
    const url = await postgres.createDatabase();
    const story = await startChatops({
      env: { DATABASE_URL: url, TEST_RECIPIENTS: "reset:01000000010" },
      postgresLimits,
    });
    const { slack } = story;
    const person = slack.as(joon);
    await person.command("/msg-send", "reset Hello", { conversation: tests });
    const isAsked = ({ text }: { text: string }) => text.startsWith(heading.unknown);
    const question = await slack.waitFor(() => slack.dm(joon).find(isAsked), { what: "the question" });
    await slack.waitFor(() => slack.messages(tests).find(isAsked), { what: "the result" });
    const ofAudience = () => [...slack.ephemerals(joon), ...slack.dm(joon)].map(({ text }) => text);
    const release = await holdOperations(url, "access exclusive");
    const ways: [() => Promise<unknown>, string][] = [
      [() => person.command("/msg-history", "", { conversation: tests }), en.history.slow],
      [() => person.command("/msg-history", "3c8f-1", { conversation: tests }), en.history.slow],
      [() => person.click(at(question), "history.open"), en.history.slow],
      [() => person.click(at(question), didNotArrive), en.edge.storeSlow],
    ];
    for (const [ask, says] of ways) {
      const before = ofAudience().filter((text) => text.includes(says)).length;
      await ask();
      await slack.waitFor(() => ofAudience().filter((text) => text.includes(says)).length > before, {
        what: says,
      });
    }
    await release();
    expect(ofAudience().join()).not.toContain(core(en.edge.failed));
  });
});

const { title } = en.proposals.card;
const mayBeTaken = { reason: expect.toBeOneOf([en, ko].map(({ common }) => common.mayBeTaken)) };

test("a template form that is stored late says that it may be stored, and counts once", async () => {
  const url = await postgres.createDatabase();
  const story = await startTemplates({ env: { DATABASE_URL: url } });
  story.budgets.times = 1;
  const { slack } = story;
  const proposer = slack.as(joon);
  await story.openForm(proposer);
  await proposer.fillAll({ content: carrier, reason: "The vendor asked for the carrier" });
  const releaseProposal = await holdDocuments(url);
  expect(await proposer.submit()).toMatchObject({ kind: "errors", errors: mayBeTaken });
  await releaseProposal();
  const posted = await story.card(title.open);
  expect(await proposer.submit()).toMatchObject({ kind: "updated" });

  const reviewer = slack.as(mina);
  await reviewer.click(at(posted), "templates.request_changes");
  await story.view(reviewer, "templates.request_changes");
  await reviewer.fill("reason", "Name the carrier first");
  const releaseRequest = await holdDocuments(url);
  expect(await reviewer.submit()).toMatchObject({ kind: "errors", errors: mayBeTaken });
  await releaseRequest();
  await story.card(title.changes_requested);
  // The answer is that it was stored.
  expect(await reviewer.submit()).toMatchObject({ kind: "updated" });
  expect(slack.messages(reviews).filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
});
