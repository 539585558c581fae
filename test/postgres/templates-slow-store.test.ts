import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { at, carrier, joon, mina, reviews, startTemplates } from "../support/templates.ts";
import { en, ko } from "../support/words.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const { title } = en.proposals.card;
const mayBeTaken = { reason: expect.toBeOneOf([en, ko].map(({ common }) => common.mayBeTaken)) };

/** Locks the proposals against writes until the returned function is called. */
async function holdProposals(url: string): Promise<() => Promise<void>> {
  const outside = new pg.Client({ connectionString: url });
  await outside.connect();
  onTestFinished(() => outside.end());
  await outside.query("begin");
  await outside.query("lock table documents in share mode");
  return async () => void (await outside.query("commit"));
}

test("a template form that is stored late says that it may be taken, and counts once", async () => {
  const { url } = await server.createDatabase();
  const story = await startTemplates({ env: { DATABASE_URL: url } });
  story.budgets.times = 1;
  const { slack } = story;
  const proposer = slack.as(joon);
  await story.openForm(proposer);
  await proposer.fillAll({ content: carrier, reason: "The vendor asked for the carrier" });
  const releaseProposal = await holdProposals(url);
  expect(await proposer.submit()).toMatchObject({ kind: "errors", errors: mayBeTaken });
  await releaseProposal();
  const posted = await story.card(title.open);
  expect(await proposer.submit()).toMatchObject({ kind: "updated" });

  const reviewer = slack.as(mina);
  await reviewer.click(at(posted), "templates.request_changes");
  await story.view(reviewer, "templates.request_changes");
  await reviewer.fill("reason", "Name the carrier first");
  const releaseRequest = await holdProposals(url);
  expect(await reviewer.submit()).toMatchObject({ kind: "errors", errors: mayBeTaken });
  await releaseRequest();
  await story.card(title.changes_requested);
  // The answer is that it was stored.
  expect(await reviewer.submit()).toMatchObject({ kind: "updated" });
  expect(slack.messages(reviews).filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
});
