import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stepsOf } from "../../../../web/page/steps.ts";
import { traceOf } from "../../../../web/page/trace.ts";
import type { TrafficItem } from "../../../../web/protocol.ts";

type Sent = Pick<TrafficItem, "key" | "between" | "name" | "request" | "response"> & { readonly ms: number };

function item({ ms, ...sent }: Sent): TrafficItem {
  const at = new Date(Date.UTC(2026, 10, 21, 5) + ms).toISOString();
  return { ...sent, at, via: "socket", status: "200", durationMs: 1, isBad: false };
}

/** Everything of one quick send; `index` makes its ids, `ms` says when it began, `gap` how slow each step was. */
function send(index: number, ms: number, gap: number): TrafficItem[] {
  const trigger = `1795301384.42600${index}.t0000000${index}`;
  const messageId = `M4V2026112207494400000000000000${index}`;
  const ts = `179530138${index}.469000`;
  const post = { channel: "C0TESTS", text: `Accepted (010-****-000${index}) ${messageId}` };
  const update = { channel: "C0TESTS", ts, text: "Corrected" };
  const actions = [{ value: trigger }];
  const steps: Omit<Sent, "ms" | "key">[] = [
    {
      between: "slack_to_bot",
      name: "command /msg-send",
      request: { trigger_id: trigger, text: `joon Hello ${index}` },
      response: {},
    },
    {
      between: "bot_to_platform",
      name: "POST /messages/v4/send",
      request: { body: { message: { to: `0100000000${index}`, text: `Hello ${index}` } } },
      response: { messageId },
    },
    {
      between: "bot_to_slack",
      name: "chat.postMessage",
      request: post,
      response: { ok: true, channel: "C0TESTS", ts },
    },
    {
      between: "slack_to_bot",
      name: "block_actions settle",
      request: { actions, trigger_id: `9995301384.42600${index}.t0000000${index}` },
      response: null,
    },
    { between: "bot_to_slack", name: "chat.update", request: update, response: { ok: true } },
  ];
  return steps.map((step, at) => item({ ...step, key: `${index}-${at}`, ms: ms + at * gap }));
}

const postOf = (index: number) => ({
  conversation: "C0TESTS",
  ts: `179530138${index}.469000`,
  text: "",
  isPrivate: false,
});

describe("the trace of a post in the sandbox's page", () => {
  it("contains only the steps of its own act when several acts run at the same time", () => {
    const timing = fc.record({ ms: fc.nat(50), gap: fc.integer({ min: 2, max: 40 }) });
    fc.assert(
      fc.property(fc.array(timing, { minLength: 1, maxLength: 6 }), (timings) => {
        const sends = timings.map(({ ms, gap }, index) => send(index + 1, ms, gap));
        const traffic = sends.flat().toSorted((one, other) => (one.at < other.at ? -1 : 1));
        for (const [index, own] of sends.entries()) {
          const keys = traceOf(postOf(index + 1), traffic).map(({ key }) => key);
          expect(keys).toEqual(own.map(({ key }) => key));
        }
      }),
    );
  });

  it("describes each step, with the time since the step before", () => {
    const steps = stepsOf(postOf(1), traceOf(postOf(1), send(1, 0, 10)));
    expect(steps.map(({ what, sinceMs }) => [what, sinceMs])).toEqual([
      ["Envelope: command /msg-send", null],
      ["Acknowledgement", 1],
      ["Request: POST /messages/v4/send", 9],
      ["Reply: 200", 1],
      ["Post", 9],
      ["Envelope: block_actions settle", 10],
      ["Acknowledgement", 1],
      ["Edit of this post", 9],
    ]);
  });

  it("contains the request of a later act on the post, and no request of an act on another post", () => {
    const [templateId, proposal] = ["KA01TP2611210500000001", "9b2f7c1e-proposal-0001"];
    const card = { channel: "C0REVIEW", text: `Proposed ${templateId}`, blocks: [{ value: proposal }] };
    const ts = "1795301399.469000";
    const click = (key: string, ms: number, value: string): TrafficItem =>
      item({
        ...{ key, ms, between: "slack_to_bot", name: "view_submission templates.approve", response: null },
        request: { trigger_id: `${key}.426001.t00000099`, actions: [{ value }] },
      });
    const put = (key: string, ms: number, id: string): TrafficItem =>
      item({
        ...{ key, ms, between: "bot_to_platform", name: `PUT /chat/v1/templates/${id}` },
        ...{ request: { body: { content: "Hello" } }, response: { vendorA: { templateId: id } } },
      });
    const own = [
      click("proposes", 0, proposal),
      item({
        ...{ key: "card", ms: 10, between: "bot_to_slack", name: "chat.postMessage" },
        ...{ request: card, response: { ok: true, channel: "C0REVIEW", ts } },
      }),
      click("approves", 100, proposal),
      put("update", 110, templateId),
      item({
        ...{ key: "edit", ms: 120, between: "bot_to_slack", name: "chat.update" },
        ...{ request: { ...card, ts }, response: { ok: true } },
      }),
    ];
    const elsewhere = [put("other", 112, "KA01TP2611210500000002")];
    const post = { conversation: "C0REVIEW", ts, text: "", isPrivate: false };
    const keys = traceOf(post, [...own, ...elsewhere]).map(({ key }) => key);
    expect(keys).toEqual(["proposes", "card", "approves", "update", "edit"]);
  });

  it("is empty when the post's traffic is no longer kept", () => {
    expect(traceOf(postOf(7), send(1, 0, 10))).toEqual([]);
  });
});
