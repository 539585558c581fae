import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { dana, joon, mina, reviews, sora } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { approve, propose, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals } = en;
const updates = ({ platform }: { platform: { requests: { method: string }[] } }) =>
  platform.requests.filter(({ method }) => method === "PUT");

describe.each(storyModes)("a change of a person's account over %s", (mode) => {
  it.each(["guest", "deactivated"] as const)(
    "to %s takes effect as soon as Slack's event arrives",
    async (kind) => {
      const { slack, platform } = await startChatops({ mode });
      const person = slack.as(mina);
      await person.command("/msg-send", "joon Hello");
      await slack.waitFor(() => sends(platform).length === 1, { what: "her message" });
      await slack.changePerson(mina, { kind });
      await person.command("/msg-send", "joon Hello");
      await slack.waitFor(() => slack.ephemerals(mina).find(({ text }) => text === en.edge.outsider), {
        what: "that she may do nothing",
      });
      expect(sends(platform)).toHaveLength(1);
    },
  );

  it("causes no look-up when only the person's status text changed", async () => {
    const { slack } = await startChatops({ mode });
    const lookUps = () => slack.traffic.filter(({ name }) => name === "users.info").length;
    const before = lookUps();
    for (const id of ["U0EVE", "U0DANA", "U0GUEST"]) {
      expect(await slack.changePerson(id, { status: "In a meeting" })).toMatchObject({
        ack: { status: 200 },
      });
    }
    await slack.as(sora).command("/msg-help");
    await eventually(() => expect(lookUps()).toBe(before + 1));
  });
});

describe("an approval by a reviewer", () => {
  it.each([
    ["was deactivated", { kind: "deactivated" }, undefined],
    ["became a guest", { kind: "guest" }, undefined],
    ["left the group", {}, [sora, dana]],
  ] as const)(
    "doesn't count when the reviewer %s before the last approval, even without an event",
    async (_, account, left) => {
      const env = { REVIEWERS: "S0REVIEWERS", REQUIRED_APPROVALS: "2" };
      const story = await startTemplates({
        env,
        before: ({ slack }) => {
          slack.usergroups.find(({ id }) => id === "S0REVIEWERS")!.members = [mina, sora, dana];
        },
      });
      const { slack, line } = story;
      const posted = await propose(story, proposals.card.title.open);
      await approve(story, mina, posted);
      await line(proposals.lines.approved(1));
      Object.assign(slack.people.find(({ id }) => id === mina)!, account);
      if (left !== undefined) slack.usergroups.find(({ id }) => id === "S0REVIEWERS")!.members = [...left];
      await approve(story, sora, posted);
      const told = () =>
        slack.messages(reviews).filter(({ text }) => text.includes(proposals.lines.approved(1)));
      await slack.waitFor(() => told().length === 2, { what: "that one more is needed" });
      expect(updates(story)).toEqual([]);
      await approve(story, dana, posted);
      await slack.waitFor(() => updates(story).length === 1, { what: "the update" });
    },
  );

  it("is refused when it comes from an open form of a person who became a guest", async () => {
    const story = await startTemplates({ env: { REVIEWERS: `${mina},${sora}` } });
    const { slack, openOn } = story;
    const posted = await propose(story, proposals.card.title.open, joon);
    const person = slack.as(mina);
    await openOn(person, posted, "templates.approve");
    Object.assign(slack.people.find(({ id }) => id === mina)!, { kind: "guest" });
    await person.submits("updated");
    expect(person.shown()).toContain(proposals.obstacles.notReviewer);
    expect(updates(story)).toEqual([]);
  });
});
