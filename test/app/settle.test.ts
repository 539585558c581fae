import { describe, expect, it } from "vitest";
import {
  actionIds,
  arrived,
  at,
  count,
  dana,
  didNotArrive,
  joon,
  mina,
  onCall,
  patience,
  startUnknown,
  tests,
  told,
} from "../support/unknown-outcome.ts";

describe.each(["socket", "http"] as const)("an unknown outcome over %s", (mode) => {
  it("asks the author and on-call what became of it, and nobody else", async () => {
    const { slack, find } = await startUnknown("reset", { mode });
    expect(actionIds(await find(tests, "Unknown"))).toEqual([]);
    expect(actionIds(await find(onCall, "Unknown"))).toEqual([arrived, didNotArrive]);
    expect(actionIds(await find(joon, "Unknown"))).toEqual([arrived, didNotArrive, "messages.repeat"]);
    for (const where of [tests, joon, onCall]) {
      expect(JSON.stringify(await find(where, "Unknown"))).not.toContain("01000000010");
    }
    expect(slack.findings).toEqual([]);
  });

  it("is settled by its author, told as a report in all places, and the clicked buttons go", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, author, find, log } = story;
    const clicked = await find(joon, "Unknown");
    await author.click(at(clicked), arrived);
    for (const where of [tests, onCall, joon]) {
      const post = await find(where, "Reported as arrived: message to reset (010-****-0010)");
      expect(post.text).toContain("<@U0JOON> says that it arrived (<!date^");
      expect(post.text).not.toMatch(/delivered/i);
      expect(actionIds(post)).toEqual([]);
    }
    const used = slack.dm(joon).find(({ ts }) => ts === clicked.ts)!;
    expect(actionIds(used)).toEqual([]);
    expect(used.text).toContain("Unknown outcome");
    expect(used.text).toContain("<@U0JOON> says that it arrived");
    expect(slack.messages(tests)).toHaveLength(2);
    expect(slack.findings).toEqual([]);
    expect(log()).not.toContain('"level":50');
  });

  it("is settled once when two people click different buttons at once", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = await find(joon, "Unknown");
    const theirs = await find(onCall, "Unknown");
    await Promise.all([author.click(at(own), arrived), slack.as(dana).click(at(theirs), didNotArrive)]);
    const first = await slack.waitFor(
      () => slack.messages(tests).find(({ text }) => text.includes("Reported as")),
      patience,
    );
    const winner = first.text.includes("Reported as arrived") ? joon : dana;
    const loser = winner === joon ? dana : joon;
    const late = await told(story, loser, "already reported");
    expect(late.text).toContain(`<@${winner}> says that it`);
    await app.stop();
    expect(count(story, tests, "Reported as")).toBe(1);
    expect(count(story, onCall, "Reported as")).toBe(1);
    expect(slack.ephemerals(winner).filter(({ text }) => text.includes("already"))).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("is settled once by a double click, a redelivered click, and a late one on the other copy", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = await find(joon, "Unknown");
    const [click] = await Promise.all([
      author.click(at(own), didNotArrive),
      author.click(at(own), didNotArrive),
    ]);
    await find(tests, "Reported as not arrived");
    await slack.redeliver(click.id, { newEnvelope: true });
    await slack.as(dana).click(at(await find(onCall, "Unknown")), arrived);
    const late = await told(story, dana, "already reported");
    expect(late.text).toContain("<@U0JOON> says that it did not arrive");
    await slack.waitFor(() => actionIds(slack.messages(onCall)[0]!).length === 0, { what: "the late copy" });
    await app.stop();
    expect(count(story, tests, "Reported as")).toBe(1);
    expect(count(story, onCall, "Reported as")).toBe(1);
    expect(slack.findings).toEqual([]);
  });

  it("is settled once by fifty clicks at once", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = at(await find(joon, "Unknown"));
    const theirs = at(await find(onCall, "Unknown"));
    const clicks = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? author.click(own, arrived) : slack.as(dana).click(theirs, didNotArrive),
      ),
    );
    for (const { ack, trouble } of clicks)
      expect({ ack: ack?.status, trouble }).toEqual({ ack: 200, trouble: null });
    const isTold = ({ text }: { text: string }) => text.includes("already reported");
    await slack.waitFor(
      () => [joon, dana].flatMap((who) => slack.ephemerals(who).filter(isTold)).length === 49,
      patience,
    );
    await app.stop();
    expect(count(story, tests, "Reported as")).toBe(1);
    expect(slack.findings).toEqual([]);
  });

  it("is not for others to settle, and they are told who may", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, find } = story;
    const post = await find(onCall, "Unknown");
    await slack.as(mina).click(at(post), arrived);
    expect((await told(story, mina, "Only the person")).text).toContain("OPERATORS");
    expect(actionIds(slack.messages(onCall)[0]!)).toEqual([arrived, didNotArrive]);
    await slack.as(dana).click(at(post), didNotArrive);
    const report = await find(tests, "Reported as not arrived");
    expect(report.text).toContain("<@U0DANA>");
    expect(slack.findings).toEqual([]);
  });

  it("can be edited and sent once it was reported as not arrived, and not before nor after it arrived", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, platform, author, find } = story;
    await author.click(at(await find(joon, "Unknown")), didNotArrive);
    const report = await find(tests, "Reported as not arrived");
    expect(actionIds(report)).toEqual(["messages.edit"]);
    await author.click(at(report), "messages.edit");
    await slack.waitFor(() => author.views().length === 1, { what: "the form again" });
    await author.fillAll({ to: "joon", text: "Hello again" });
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    await find(tests, "Accepted");
    expect(platform.requests).toHaveLength(2);

    await author.click(at(report), "messages.edit");
    await told(story, joon, "already sent again");
    expect(author.views()).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("stays unsent from an edited form that was opened before the platform's answer came", async () => {
    const story = await startUnknown("silent", { mode });
    const { slack, platform, author, find } = story;
    await author.click(at(await find(joon, "Unknown")), didNotArrive);
    await author.click(at(await find(joon, "Reported as not arrived")), "messages.edit");
    await slack.waitFor(() => author.views().length === 1, { what: "the form again" });
    platform.faults.release();
    await find(tests, "Correction");
    await author.fill("to", "joon");
    const answer = await author.submit();
    expect(JSON.stringify(answer)).toContain("accepted this message after all");
    await author.fill("to", "010-2345-6789");
    expect(await author.submit()).toMatchObject({ kind: "pushed" });
    expect(JSON.stringify(await author.submit())).toContain("accepted this message after all");
    expect(platform.requests).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("is corrected by a late answer in the same places, which names what was reported otherwise", async () => {
    const story = await startUnknown("silent", { mode });
    const { slack, platform, author, find } = story;
    const own = await find(joon, "Unknown");
    const theirs = await find(onCall, "Unknown");
    await author.click(at(own), didNotArrive);
    await find(tests, "Reported as not arrived");
    platform.faults.release();
    for (const where of [tests, onCall, joon]) {
      const correction = await find(where, "Correction");
      expect(correction.text).toContain("Accepted");
      expect(correction.text).toContain(
        "contradicts what was reported: <@U0JOON> says that it did not arrive",
      );
      expect(actionIds(correction)).toEqual([]);
    }
    await author.click(at(await find(tests, "Reported as not arrived")), "messages.edit");
    await told(story, joon, "accepted this message after all");
    expect(author.views()).toEqual([]);
    await slack.as(dana).click(at(theirs), arrived);
    await told(story, dana, "already reported");
    expect(platform.requests).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("can't be settled after a late answer, and says so", async () => {
    const story = await startUnknown("silent", { mode });
    const { slack, platform, app, author, find } = story;
    platform.faults.release();
    await find(joon, "Correction");
    await author.click(at(await find(joon, "Unknown")), didNotArrive);
    expect((await told(story, joon, "answer came after all")).text).toContain("Accepted");
    await slack.waitFor(() => actionIds(slack.dm(joon)[0]!).length === 0, { what: "the used post" });
    await app.stop();
    expect(count(story, tests, "Reported as")).toBe(0);
    expect(slack.findings).toEqual([]);
  });
});
