import { expect, it } from "vitest";
import { startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { dana, joon, onCall } from "../support/names.ts";
import { createStoryClock } from "../support/story-clock.ts";
import { en, heading } from "../support/words.ts";

const { title, over } = en.platform;

it.each(storyModes)(
  "on-call gets one post for each platform failure, and it is edited when the failure ends, over %s",
  async (mode) => {
    const clock = createStoryClock();
    const options = {
      mode,
      now: clock.now,
      env: { TEST_RECIPIENTS: "joon:01000000001", DAILY_SEND_LIMIT: "100" },
    };
    const chatops = await startChatops(options);
    const { slack, platform } = chatops;
    const titles = [title, over].flatMap((one) => Object.values(one));
    const read = () =>
      slack.messages(onCall).filter(({ text }) => titles.some((one) => text.startsWith(one)));
    const posts = () =>
      read().flatMap(({ text, threadTs }) => (threadTs === null ? [text.split("\n")[0]] : []));
    const reads = (...titles: string[]) =>
      slack.waitFor(() => JSON.stringify(posts()) === JSON.stringify(titles), {
        what: `${titles.join(", ")} where ${posts().join(", ")} stands`,
      });
    let sent = 0;
    const send = async (outcome: string) => {
      sent += 1;
      await slack.as(joon).command("/msg-send", `joon Hello ${sent}`);
      await slack.waitFor(() => slack.posts().length === sent, { what: `result ${sent}` });
      expect(slack.posts().at(-1)!.text).toContain(outcome);
    };
    // After a jump of the clock, what is on its way would look left behind.
    const pass = async (minutes: number) => {
      await eventually(async () => {
        const metrics = await chatops.metrics();
        expect(metrics).toMatch(/^chatops_posts_queued 0$/m);
        expect(metrics).toMatch(/^chatops_operations_open 0$/m);
      });
      clock.pass({ minutes });
    };
    await slack.as(dana).opensHome(en.home.asOf);
    platform.faults.always({ kind: "reset", when: "before" });
    await send(heading.unknown);
    await pass(4);
    await send(heading.unknown);
    expect(posts()).toEqual([]);
    await pass(2);
    await send(heading.unknown);
    await reads(title.failing);
    await slack.as(dana).opensHome(title.failing);
    await pass(2);
    await send(heading.unknown);
    platform.faults.always(null);
    await send(heading.accepted);
    await reads(over.failing);

    platform.faults.always({ kind: "refuse", errorCode: "Unauthorized", status: 401 });
    await send(heading.refused);
    await reads(over.failing, title.key);
    await chatops.app.stop();
    await startAppOn(chatops, options);
    await send(heading.refused);
    platform.faults.always({ kind: "refuse", errorCode: "NotEnoughBalance", status: 402 });
    await send(heading.refused);
    await reads(over.failing, over.key, title.balance);
    await send(heading.refused);
    platform.faults.always(null);
    await send(heading.accepted);
    await reads(over.failing, over.key, over.balance);
    // Each has a line in its thread, since an edit notifies nobody.
    expect(read().filter(({ threadTs }) => threadTs !== null)).toHaveLength(3);
  },
);
