import { expect, test } from "vitest";
import { startAppOn } from "../support/chatops.ts";
import { timesInARow } from "../support/races.ts";
import { at, dana, mina, onCall, startUnknown, topLevel } from "../support/unknown-outcome.ts";
import { around, en, heading } from "../support/words.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

const times = timesInARow(5);
const people = [dana, mina, "U0SORA"];
const { owner: isOn, first, lines } = en.oncall;

test("one of two people who take a card at two instances at the same moment becomes its owner", async () => {
  const url = await postgres.createDatabase();
  const env = { DATABASE_URL: url, OPERATORS: people.join(","), TEST_RECIPIENTS: "reset:01000000010" };
  const story = await startUnknown("reset", { env });
  const { slack } = story;
  await story.find(onCall, heading.unknown);
  // Slack spreads deliveries over all connections.
  await startAppOn(story, { env });
  const cardOf = (whose: readonly string[]) =>
    slack.waitFor(() => {
      const [card] = topLevel(story, onCall);
      const owner = whose.find((person) => card?.text.includes(`${isOn} <@${person}>`));
      return card && (owner !== undefined || whose.length === 0) && { card, owner };
    });
  let { card, owner } = await cardOf([]);
  for (let round = 0; round < times; round += 1) {
    const rivals = people.filter((person) => person !== owner).slice(0, 2);
    const seen = at(card);
    await Promise.all(rivals.map((person) => slack.as(person).click(seen, "oncall.take")));
    ({ card, owner } = await cardOf(rivals));
    const tooLate = () =>
      people.flatMap((person) => slack.ephemerals(person)).filter(({ text }) => text.includes(first));
    await slack.waitFor(() => tooLate().length === round + 1, { what: "who was second told who is first" });
  }
  const ofAudience = () =>
    slack
      .messages(onCall)
      .filter(({ text }) => text.endsWith(lines.took) || text.includes(around(lines.tookOver).between));
  await slack.waitFor(() => ofAudience().length === times, { what: "a line for each" });
  expect(ofAudience()).toHaveLength(times);
  expect(slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
}, 120_000);
