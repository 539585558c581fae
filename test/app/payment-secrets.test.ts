import { expect, it } from "vitest";
import { type Chatops, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { dana, onCall } from "../support/names.ts";
import { core, en } from "../support/words.ts";

/** Mina is on call, and may not see payment methods. */
const env = { BILLING_VIEWERS: dana, OPERATORS: `${dana},U0MINA` };
const viewer = dana;

const { monitor } = en.payments;
const description = (words: string) => `${words} SECRETCARD ****-****-****-1024`;

const methods = [
  {
    _id: "00000000000000000001",
    description: description("<!channel>"),
    expDate: "2020/01",
    autoRecharge: 1,
  },
  { _id: "00000000000000000002", description: description("*bold*"), expDate: "2099/01", autoRecharge: 0 },
  { _id: "00000000000000000003", description: description("법인카드"), expDate: "2099/02", autoRecharge: 2 },
];

/** What all but the viewer see, all conversations, direct messages and Homes, and the log. */
function everywhere({ slack }: Chatops, logs: readonly string[]): string {
  const others = slack.people.filter(({ id }) => id !== viewer).map(({ id }) => id);
  const posted = slack.traffic.filter(
    ({ direction, name }) =>
      direction === "from_bot" && (name.startsWith("chat.") || name === "views.publish"),
  );
  return JSON.stringify([
    slack.conversations.map(({ id }) => slack.messages(id)),
    slack.people.map(({ id }) => [slack.dm(id), slack.home(id)]),
    others.map((id) => [slack.ephemerals(id), slack.views(id)]),
    // Also what posts said before they were edited.
    posted.map(({ request }) => request),
    logs,
  ]);
}

it.each(storyModes)(
  "a payment method's description is shown only to people who may see payments, over %s",
  async (mode) => {
    const options = { mode, env, isWatched: true };
    const chatops = await startChatops({
      ...options,
      before: ({ platform }) => {
        platform.state.payments = structuredClone(methods);
      },
    });
    const { slack, platform, app } = chatops;
    const logs: (() => string)[] = [chatops.log];
    const told = (words: string) => slack.post(words, onCall);
    const there = slack.people.filter(({ kind }) => kind !== "deactivated");
    const lookAround = async () => {
      for (const { id, kind } of there) {
        await slack.as(id).openHome();
        if (kind !== "member") continue;
        const before = slack.ephemerals(id).length;
        await slack.as(id).command("/msg-payments");
        await slack.waitFor(() => slack.ephemerals(id).length > before, { what: `an answer to ${id}` });
      }
      for (const { id } of there) {
        await slack.waitFor(() => slack.home(id) !== null, { what: `the Home of ${id}` });
      }
    };
    const restart = async () => {
      const next = await startAppOn(chatops, options);
      logs.push(next.log);
      await next.app.resolved;
      return next;
    };
    await app.resolved;
    await told(core(monitor.title.expired));
    await lookAround();
    await slack.as(viewer).click({ home: true }, "payments.open", { blockId: "start" });
    await slack.waitFor(() => JSON.stringify(slack.views(viewer)).includes("SECRETCARD"), {
      what: "the list",
    });
    await app.stop();

    // The first is valid again, the second's recharge changed, the third is gone.
    platform.state.payments = [
      { ...methods[0]!, expDate: "2099/03", description: description("renewed") },
      { ...methods[1]!, autoRecharge: 5 },
    ];
    const second = await restart();
    for (const words of [monitor.over, monitor.recharge, monitor.title.gone]) await told(core(words));
    await lookAround();
    await second.app.stop();

    // The platform's error message repeats the description.
    platform.faults.always({
      kind: "refuse",
      errorCode: "Forbidden",
      errorMessage: methods[0]!.description,
      status: 403,
    });
    const third = await restart();
    await told(en.platform.title.key);
    await lookAround();
    await third.app.stop();

    const seen = everywhere(
      chatops,
      logs.map((log) => log()),
    );
    expect(seen).toContain("…0001");
    expect(seen).not.toContain("SECRETCARD");
    for (const { _id } of methods) expect(seen).not.toContain(_id);
    expect(JSON.stringify(slack.ephemerals(viewer))).toContain("SECRETCARD");
  },
);
