import { describe, expect, it } from "vitest";
import { oneMode } from "../support/chatops.ts";
import {
  actionIds,
  arrived,
  at,
  dana,
  didNotArrive,
  joon,
  mina,
  onCall,
  patience,
  type Story,
  startUnknown,
  tests,
  told,
} from "../support/unknown-outcome.ts";
import { en, heading, isReport } from "../support/words.ts";

const { settle } = en;
const { says } = settle;
const reports = ({ slack }: Story, where: string) => slack.messages(where).filter(isReport).length;

describe.each(["socket", "http"] as const)("an unknown outcome over %s", (mode) => {
  it("asks the author and on-call what became of it, and nobody else", async () => {
    const { slack, find } = await startUnknown("reset", { mode });
    expect(actionIds(await find(tests, heading.unknown))).toEqual([]);
    expect(actionIds(await find(onCall, heading.unknown))).toEqual([arrived, didNotArrive]);
    expect(actionIds(await find(joon, heading.unknown))).toEqual([arrived, didNotArrive, "messages.repeat"]);
    for (const where of [tests, joon, onCall]) {
      expect(JSON.stringify(await find(where, heading.unknown))).not.toContain("01000000010");
    }
    expect(slack.findings).toEqual([]);
  });

  it("is settled by its author, told as a report in all places, and the clicked buttons go", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, author, find, log } = story;
    const clicked = await find(joon, heading.unknown);
    await author.click(at(clicked), arrived);
    for (const where of [tests, onCall, joon]) {
      const post = await find(where, settle.heading.arrived(en.result.automatic, "reset (010-****-0010)"));
      expect(post.text).toContain(`<@U0JOON>${says.arrived} (<!date^`);
      expect(actionIds(post)).toEqual([]);
    }
    const used = slack.dm(joon).find(({ ts }) => ts === clicked.ts)!;
    expect(actionIds(used)).toEqual([]);
    expect(used.text).toContain(heading.unknown);
    expect(used.text).toContain(`<@U0JOON>${says.arrived}`);
    expect(slack.messages(tests)).toHaveLength(2);
    expect(slack.findings).toEqual([]);
    expect(log()).not.toContain('"level":50');
  });

  it("is settled once when two people click different buttons at once", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = await find(joon, heading.unknown);
    const theirs = await find(onCall, heading.unknown);
    await Promise.all([author.click(at(own), arrived), slack.as(dana).click(at(theirs), didNotArrive)]);
    const first = await slack.waitFor(() => slack.messages(tests).find(isReport), patience);
    const winner = first.text.includes(heading.arrived) ? joon : dana;
    const loser = winner === joon ? dana : joon;
    const late = await told(story, loser, settle.already);
    expect(late.text).toContain(`<@${winner}>${says[winner === joon ? "arrived" : "did_not_arrive"]}`);
    await app.stop();
    expect(reports(story, tests)).toBe(1);
    expect(reports(story, onCall)).toBe(1);
    expect(slack.ephemerals(winner).filter(({ text }) => text.includes(settle.already))).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("is settled once by a double click, a redelivered click, and a late one on the other copy", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = await find(joon, heading.unknown);
    const [click] = await Promise.all([
      author.click(at(own), didNotArrive),
      author.click(at(own), didNotArrive),
    ]);
    await find(tests, heading.notArrived);
    await slack.redeliver(click.id, { newEnvelope: true });
    await slack.as(dana).click(at(await find(onCall, heading.unknown)), arrived);
    const late = await told(story, dana, settle.already);
    expect(late.text).toContain(`<@U0JOON>${says.did_not_arrive}`);
    await slack.waitFor(() => actionIds(slack.messages(onCall)[0]!).length === 0, { what: "the late copy" });
    await app.stop();
    expect(reports(story, tests)).toBe(1);
    expect(reports(story, onCall)).toBe(1);
    expect(slack.findings).toEqual([]);
  });

  it("is settled once by fifty clicks at once", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = at(await find(joon, heading.unknown));
    const theirs = at(await find(onCall, heading.unknown));
    const clicks = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? author.click(own, arrived) : slack.as(dana).click(theirs, didNotArrive),
      ),
    );
    for (const { ack, trouble } of clicks)
      expect({ ack: ack?.status, trouble }).toEqual({ ack: 200, trouble: null });
    const isTold = ({ text }: { text: string }) => text.includes(settle.already);
    await slack.waitFor(
      () => [joon, dana].flatMap((who) => slack.ephemerals(who).filter(isTold)).length === 49,
      patience,
    );
    await app.stop();
    expect(reports(story, tests)).toBe(1);
    expect(slack.findings).toEqual([]);
  });
});

describe("an unknown outcome", () => {
  const mode = oneMode;

  it("is not for others to settle, and they are told who may", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, find } = story;
    const post = await find(onCall, heading.unknown);
    await slack.as(mina).click(at(post), arrived);
    await told(story, mina, settle.notYours);
    expect(actionIds(slack.messages(onCall)[0]!)).toEqual([arrived, didNotArrive]);
    await slack.as(dana).click(at(post), didNotArrive);
    const report = await find(tests, heading.notArrived);
    expect(report.text).toContain("<@U0DANA>");
    expect(slack.findings).toEqual([]);
  });

  it("can be edited and sent once it was reported as not arrived, and not before nor after it arrived", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, platform, author, find } = story;
    await author.click(at(await find(joon, heading.unknown)), didNotArrive);
    const report = await find(tests, heading.notArrived);
    expect(actionIds(report)).toEqual(["messages.edit"]);
    await author.click(at(report), "messages.edit");
    await slack.waitFor(() => author.views().length === 1, { what: "the form again" });
    await author.fillAll({ to: "joon", text: "Hello again" });
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    await find(tests, heading.accepted);
    expect(platform.requests).toHaveLength(2);

    await author.click(at(report), "messages.edit");
    await told(story, joon, en.repeat.already);
    expect(author.views()).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("stays unsent from an edited form that was opened before the platform's answer came", async () => {
    const story = await startUnknown("silent", { mode });
    const { slack, platform, author, find } = story;
    await author.click(at(await find(joon, heading.unknown)), didNotArrive);
    await author.click(at(await find(joon, heading.notArrived)), "messages.edit");
    await slack.waitFor(() => author.views().length === 1, { what: "the form again" });
    platform.faults.release();
    await find(tests, en.result.corrected);
    await author.fill("to", "joon");
    const answer = await author.submit();
    expect(JSON.stringify(answer)).toContain(en.repeat.not.accepted);
    await author.fill("to", "010-2345-6789");
    expect(await author.submit()).toMatchObject({ kind: "pushed" });
    expect(JSON.stringify(await author.submit())).toContain(en.repeat.not.accepted);
    expect(platform.requests).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("is corrected by a late answer in the same places, which names what was reported otherwise", async () => {
    const story = await startUnknown("silent", { mode });
    const { slack, platform, author, find } = story;
    const own = await find(joon, heading.unknown);
    const theirs = await find(onCall, heading.unknown);
    await author.click(at(own), didNotArrive);
    await find(tests, heading.notArrived);
    platform.faults.release();
    for (const where of [tests, onCall, joon]) {
      const correction = await find(where, en.result.corrected);
      expect(correction.text).toContain(heading.accepted);
      expect(correction.text).toContain(`${settle.contradicted}<@U0JOON>${says.did_not_arrive}`);
      expect(actionIds(correction)).toEqual([]);
    }
    await author.click(at(await find(tests, heading.notArrived)), "messages.edit");
    await told(story, joon, en.repeat.not.accepted);
    expect(author.views()).toEqual([]);
    await slack.as(dana).click(at(theirs), arrived);
    await told(story, dana, settle.already);
    expect(platform.requests).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("can't be settled after a late answer, and says so", async () => {
    const story = await startUnknown("silent", { mode });
    const { slack, platform, app, author, find } = story;
    platform.faults.release();
    await find(joon, en.result.corrected);
    await author.click(at(await find(joon, heading.unknown)), didNotArrive);
    expect((await told(story, joon, settle.overtaken)).text).toContain(heading.accepted);
    await slack.waitFor(() => actionIds(slack.dm(joon)[0]!).length === 0, { what: "the used post" });
    await app.stop();
    expect(reports(story, tests)).toBe(0);
    expect(slack.findings).toEqual([]);
  });
});
