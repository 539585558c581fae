import { describe, expect, it } from "vitest";
import { changeGroup } from "../support/change-group.ts";
import { startChatops, storyModes } from "../support/chatops.ts";
import { dana, mina } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en, noRight } from "../support/words.ts";

const method = "usergroups.users.list";

/** The app with rights that depend on groups, started while Slack can't say who is in them. */
async function startWhileFailing(mode: "socket" | "http", times?: number) {
  const chatops = await startChatops({
    mode,
    env: { SENDERS: "S0REVIEWERS", BILLING_VIEWERS: "S0ONCALL", OPERATORS: "S0ONCALL" },
    before: ({ slack }) =>
      slack.faults.webApi({ method, kind: "status", status: 503, ...(times === undefined ? {} : { times }) }),
  });
  const ask = (who: string, command: string, text: string, words: string) =>
    chatops.slack.as(who).asks(command, text, words);
  return { ...chatops, ask };
}

describe.each(storyModes)("the rights of a user group, over %s", (mode) => {
  it("are known after a start at which Slack failed once", async () => {
    const { slack, platform, ask } = await startWhileFailing(mode, 1);
    await ask(mina, "/msg-send", "joon Hello", en.send.quickSending("joon"));
    await slack.post();
    expect(sends(platform)).toHaveLength(1);
  });

  it("are called unknown while Slack fails, and work as soon as Slack answers", async () => {
    const { slack, platform, app, ask } = await startWhileFailing(mode);
    const person = slack.as(mina);
    const notKnown = en.edge.groupNotKnown("S0REVIEWERS");
    for (const typed of ["joon Hello", "", "help"]) await ask(mina, "/msg-send", typed, notKnown);
    expect(person.views()).toEqual([]);
    await ask(dana, "/msg-payments", "", en.edge.groupNotKnown("S0ONCALL"));
    await ask(dana, "/msg-history", "all", en.edge.groupNotKnown("S0ONCALL"));
    // What needs no group works, and so does help.
    await ask(dana, "/msg-history", "", en.history.empty);
    const help = await ask(mina, "/msg-help", "", "/msg-prices");
    expect(help.text).toContain(en.edge.groupNotKnown("S0REVIEWERS"));
    expect(help.text).not.toContain(noRight(en.issues.notAllowed));
    expect(help.text).not.toContain(noRight(en.payments.notAllowed));
    expect(sends(platform)).toEqual([]);

    slack.faults.clear();
    await changeGroup({ slack, app }, "S0REVIEWERS", [mina]);
    await ask(mina, "/msg-send", "joon Hello", en.send.quickSending("joon"));
    await ask(dana, "/msg-send", "joon Hello", noRight(en.issues.notAllowed));
    await slack.post();
    expect(sends(platform)).toHaveLength(1);
  });
});
