import { expect } from "vitest";
import { startChatops } from "./chatops.ts";
import { eventually } from "./eventually.ts";
import { startLossyWay } from "./lossy-way.ts";
import { tests } from "./names.ts";
import { sends } from "./sends.ts";
import { en } from "./words.ts";

export const recipients = { TEST_RECIPIENTS: "joon:01000000001,sora:01000000002,reset:01000000010" };

/** Joon, over a way on which answers can be lost: Slack shows him its trouble, and his form stays. */
export async function startLossy() {
  const chatops = await startChatops({ mode: "http", env: recipients });
  const { slack, platform, person } = chatops;
  const { lose } = await startLossyWay(chatops);
  const received: string[] = [];
  platform.onReceived(({ path }) => path.startsWith("/messages/") && received.push(path));
  const openForm = async (values: Record<string, string>) => {
    await person.opens("/msg-send");
    await person.fillAll(values);
  };
  const submitTo = async (count: number) => {
    const submitted = await person.submit();
    await person.hasOpen(count);
    return submitted;
  };
  const sent = (count: number) =>
    eventually(() => {
      expect(sends(platform)).toHaveLength(count);
      expect(slack.messages(tests)).toHaveLength(count);
    });
  const bodies = () => sends(platform).map(({ body }) => JSON.stringify(body));
  /** Whatever would have been sent beside it had its time when another one is. */
  const only = async (count: number) => {
    await slack.as("U0SORA").command("/msg-send", "joon Marker");
    await slack.waitFor(() => bodies().some((body) => body.includes("Marker")), { what: "another" });
    expect(bodies()).toHaveLength(count + 1);
  };
  const { shown } = person;
  /** Submitted once more, it is told what became of it, and that nothing else was sent. */
  const submitAgain = async (state: keyof typeof en.outcomes.title, step = "history.open") => {
    await person.submits("updated");
    expect(shown()).toContain(en.common.submitted(en.outcomes.title[state](en.outcomes.message)));
    expect(shown()).toContain(en.common.changesNotSent);
    expect(shown()).toContain(`"${step}"`);
  };
  const story = { person, lose, received, openForm, submitTo, submitAgain };
  return { ...chatops, ...story, sent, only, shown, bodies };
}
