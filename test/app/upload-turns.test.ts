import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { deliver } from "../support/forged.ts";
import { picked, png, sha256 } from "../support/sample-files.ts";
import { fileRequests, findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const title = en.files.terms.upload.outcomes.title;
const mina = "U0MINA";

/** Five uploads at a platform that answers none of them: four are under way, the fifth has to wait. */
async function fillTurns(chatops: Chatops) {
  const { slack, platform } = chatops;
  const asked: string[] = [];
  platform.onReceived(({ path }) => asked.push(path));
  platform.faults.always({ kind: "silence" });
  for (let index = 1; index <= 5; index += 1) {
    await upload(chatops, picked(`file-${index}.png`, png({ width: 100 + index })));
  }
  const waiting = await findPost(chatops, en.files.upload.waits);
  expect(waiting.text).toContain("file-5.png");
  await vi.waitFor(() => expect(asked).toHaveLength(4), patience.timeoutMs);
  const end = () => {
    platform.faults.clear();
    platform.faults.release();
  };
  return { button: { message: { conversation: tests, ts: waiting.ts } }, waiting, end, slack };
}

describe.each(storyModes)("uploads that wait for their turn, over %s", (mode) => {
  it("say so, then that they are under way, then how they ended, in one post", async () => {
    const chatops = await startChatops({ mode });
    const { waiting, button, end, slack } = await fillTurns(chatops);
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
      () =>
        slack.ephemerals(mina).some(({ text }) => text.includes(en.files.terms.upload.outcomes.onlyAuthor)),
      patience,
    );
    await Promise.all([1, 2].map(() => slack.as(joon).click(button, "files.give_up")));
    const post = await slack.waitFor(
      () =>
        slack.messages(tests).find(({ ts, text }) => ts === waiting.ts && text.includes(reason("GivenUp"))),
      { ...patience, what: "that it was given up" },
    );
    expect(post.text).toContain(title.not_sent(""));
    const second = await slack.waitFor(() => slack.ephemerals(joon)[0], { ...patience, what: "the answer" });
    expect(second.text).toBe(`${title.not_sent("")} · file-5.png`);
    end();
    await slack.waitFor(() => chatops.platform.state.files.size === 4, patience);
    await chatops.app.stop();
    expect(fileRequests(chatops)).toHaveLength(4);
    expect(slack.messages(tests).find(({ ts }) => ts === waiting.ts)?.text).toContain(title.not_sent(""));
  });
});

describe("an upload that is cancelled too late", () => {
  it("is told as under way, and how it ended once it has", async () => {
    const chatops = await startChatops({ mode: "http" });
    const { slack, platform } = chatops;
    const { button, waiting, end } = await fillTurns(chatops);
    const { payload } = await slack.as(mina).click(button, "files.give_up");
    const answers = () => slack.ephemerals(mina).map(({ text }) => text);
    await slack.waitFor(() => answers().length === 1, { ...patience, what: "that it isn't hers" });
    const post = () => slack.messages(tests).find(({ ts }) => ts === waiting.ts)?.text ?? "";
    const user = { ...z.looseObject({}).parse(payload["user"]), id: joon };
    const clickOnceMore = () => deliver(chatops, { ...payload, user });

    platform.faults.release();
    await slack.waitFor(() => post().startsWith(title.under_way("")), { ...patience, what: "its turn" });
    await clickOnceMore();
    await slack.waitFor(() => answers()[1] === en.files.upload.tooLate, { ...patience, what: "too late" });
    end();
    await slack.waitFor(() => post().startsWith(title.accepted("")), { ...patience, what: "its end" });
    await clickOnceMore();
    const accepted = `${title.accepted("")} · file-5.png`;
    await slack.waitFor(() => answers()[2] === accepted, { ...patience, what: "how it ended" });
    expect(fileRequests(chatops)).toHaveLength(5);
  });
});
