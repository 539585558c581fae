import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { onCall, tests } from "../support/names.ts";
import { startUnknown } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

const { link } = en.delivery;

describe.each(storyModes)("on-call's post about an unknown outcome, over %s", (mode) => {
  it("links to the result post as soon as that is posted", async () => {
    const story = await startUnknown("silent", {
      mode,
      awaited: [onCall],
      begin: ({ slack }) =>
        slack.faults.webApi({
          ...{ method: "chat.postMessage", conversation: tests, kind: "status", status: 503, times: 2 },
        }),
    });
    const { slack, platform, find } = story;
    const copy = await find(onCall, heading.unknown);
    expect(copy.text).not.toContain(link);
    const { ts } = await find(tests, heading.unknown);
    const address = new RegExp(`${link}: \\S+/archives/${tests}/p${ts.replace(".", "")}`);
    const read = () => story.slack.posts(onCall).map(({ text }) => text);
    await slack.waitFor(() => address.test(read()[0] ?? ""), { what: "the link" });
    platform.faults.release();
    await find(onCall, heading.accepted);
    expect(read()).toEqual([expect.stringMatching(address)]);
  });

  it("has no link to a result post in a private conversation", async () => {
    const story = await startUnknown("reset", {
      mode,
      conversation: "G0SECRET",
      awaited: [onCall],
      begin: ({ slack }) => {
        const secret = slack.conversations.find(({ id }) => id === "G0SECRET");
        secret?.members.push(slack.botUserId, "U0JOON");
      },
    });
    await story.find("G0SECRET", heading.unknown);
    await story.app.stop();
    expect(story.slack.posts(onCall).map(({ text }) => text)).toEqual([expect.not.stringContaining(link)]);
  });
});
