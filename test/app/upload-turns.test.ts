import { describe, expect, it } from "vitest";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { picked, png, sha256 } from "../support/sample-files.ts";
import { fileRequests, findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const title = en.files.terms.upload.outcomes.title;
const mina = "U0MINA";

/** Five uploads at a platform that answers none of them: four are under way, the fifth has to wait. */
async function fillTurns(chatops: Chatops) {
  const { slack, platform } = chatops;
  platform.faults.always({ kind: "silence" });
  for (let index = 1; index <= 5; index += 1) {
    await upload(chatops, picked(`file-${index}.png`, png({ width: 100 + index })));
  }
  const waiting = await findPost(chatops, en.files.upload.waits);
  expect(waiting.text).toContain("file-5.png");
  const end = () => {
    platform.faults.clear();
    platform.faults.release();
  };
  return { button: { message: { conversation: tests, ts: waiting.ts } }, waiting, end, slack };
}

describe.each(storyModes)("uploads that wait for their turn, over %s", (mode) => {
  it("say so, then that they are under way, then how they ended, in one post", async () => {
    const chatops = await startChatops({ mode });
    const asked: string[] = [];
    chatops.platform.onReceived(({ path }) => asked.push(path));
    const { waiting, button, end, slack } = await fillTurns(chatops);
    expect(asked).toHaveLength(4);
    end();
    await slack.waitFor(
      () =>
        slack
          .messages(tests)
          .some(({ ts, text }) => ts === waiting.ts && text.startsWith(title.accepted(""))),
      { ...patience, what: "the result in the same post" },
    );
    const line = await slack.waitFor(
      () => slack.messages(tests).find(({ threadTs }) => threadTs === waiting.ts),
      { ...patience, what: "the line about it" },
    );
    expect(line.text).toContain(title.accepted(""));
    expect(line.text).toContain(`<@${joon}>`);
    await slack.waitFor(() => chatops.platform.state.files.size === 5, patience);
    expect(chatops.platform.state.fileHashes.size).toBe(5);
    expect([...chatops.platform.state.fileHashes.values()]).toContain(sha256(png({ width: 105 })));
    await slack
      .as(joon)
      .click(button, "files.give_up")
      .catch(() => {});
    expect(fileRequests(chatops)).toHaveLength(5);
    expect(slack.findings).toEqual([]);
  });

  it("can be given up by their author alone, and then never leave", async () => {
    const chatops = await startChatops({ mode });
    const { button, waiting, end, slack } = await fillTurns(chatops);
    await slack.as(mina).click(button, "files.give_up");
    await slack.waitFor(
      () => slack.ephemerals(mina).some(({ text }) => text.includes(en.files.onlyAuthor)),
      patience,
    );
    await slack.as(joon).click(button, "files.give_up");
    const post = await slack.waitFor(
      () =>
        slack.messages(tests).find(({ ts, text }) => ts === waiting.ts && text.includes(reason("GivenUp"))),
      { ...patience, what: "that it was given up" },
    );
    expect(post.text).toContain(title.not_sent(""));
    end();
    await slack.waitFor(() => chatops.platform.state.files.size === 4, patience);
    await chatops.app.stop();
    expect(fileRequests(chatops)).toHaveLength(4);
    expect(slack.messages(tests).find(({ ts }) => ts === waiting.ts)?.text).toContain(title.not_sent(""));
  });
});
