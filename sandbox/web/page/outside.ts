import { type ComponentChild, h, type TargetedEvent } from "preact";
import { useState } from "preact/hooks";
import type { OutsideAct, SentAct } from "../act.ts";
import type { ShownTemplate, Snapshot } from "../protocol.ts";
import { button } from "./controls.ts";
import { addToast } from "./state.ts";
import { act } from "./wire.ts";

const MOODS = [
  ["well", "Working"],
  ["slow", "Slow (4 s)"],
  ["silent", "Silent"],
  ["refusing", "Refusing"],
  ["failing", "Failing (500)"],
  ["cutting", "Cutting connections"],
] as const;

/** The bot's own, which a test compares. */
const MINUTES_UNTIL_TOLD = 5;

const TROUBLES = [
  ["rate_limit", "Rate limit the next call"],
  ["error", "Fail the next call"],
  ["hang", "Hang the next call"],
  ["no_edits", "Refuse edits"],
  ["no_edits_outside", "Refuse edits where the bot is no member"],
  ["drop", "Drop the connection"],
  ["refresh", "Ask the bot to reconnect"],
  ["refuse", "Refuse connections"],
  ["clear", "Back to normal"],
] as const;

async function change(sent: SentAct, done: string): Promise<boolean> {
  const { ok } = await act(sent);
  if (ok) addToast(done, false);
  return ok;
}

function small(label: string, onClick: () => void, isChosen?: boolean): ComponentChild {
  const chosen = isChosen === undefined ? {} : { "aria-pressed": isChosen };
  return button(label, onClick, { class: `button small${isChosen === true ? " chosen" : ""}`, ...chosen });
}

function group(label: string, buttons: readonly ComponentChild[]): ComponentChild {
  return h("div", { class: "control-grid", role: "group", "aria-label": label }, buttons);
}

/** Controls for the world around the bot. */
export function OutsideControls({ snapshot }: { readonly snapshot: Snapshot }): ComponentChild {
  const { mood, canKillBot, templates } = snapshot.outside;
  const kill = () => void change({ act: "kill_bot" }, "Killed, and started again");
  return h("div", { class: "outside" }, [
    h(PlatformControls, { mood }),
    h("section", null, [
      h("h3", null, "Slack"),
      group(
        "Slack",
        TROUBLES.map(([trouble, label]) => small(label, () => void change({ act: "slack", trouble }, label))),
      ),
    ]),
    canKillBot ? h("section", null, [h("h3", null, "Bot"), small("Kill it, and start another", kill)]) : null,
    h(VendorControls, { templates }),
    h("section", null, [h("h3", null, "Numbers to practise with"), renderNumbers(snapshot)]),
  ]);
}

/** Recipients with an outcome of their own. */
export function renderNumbers({ outside }: Snapshot): ComponentChild {
  return [
    h(
      "dl",
      { class: "numbers" },
      outside.practiceNumbers.map(({ number, name, description }) => [
        h("dt", null, [h("code", null, number), name === "" ? null : ` ${name}`]),
        h("dd", null, description),
      ]),
    ),
    h("p", { class: "hint" }, "Every other number is accepted."),
  ];
}

function PlatformControls({ mood }: { readonly mood: string }): ComponentChild {
  const [code, setCode] = useState("NotEnoughBalance");
  const [isOnce, setOnce] = useState(false);
  const release = () => void change({ act: "release_platform" }, "Held replies released");
  return h("section", null, [
    h("h3", null, "Messaging platform"),
    h("label", { class: "label", for: "refusal-code" }, "Code it refuses with (4 digits: a statusCode)"),
    h("input", {
      id: "refusal-code",
      class: "text-input",
      value: code,
      onInput: (event) => setCode(event.currentTarget.value),
    }),
    h("label", { class: "choice" }, [
      h("input", {
        type: "checkbox",
        checked: isOnce,
        onChange: (event) => setOnce(event.currentTarget.checked),
      }),
      h("span", null, "Only for the next request"),
    ]),
    group(
      "The platform is",
      MOODS.map(([value, label]) => {
        const set = () => void change({ act: "platform", mood: value, code, isOnce }, `Platform: ${label}`);
        return small(label, set, mood === value);
      }),
    ),
    h(
      "p",
      { class: "hint" },
      `On-call hears of it with a call that fails ${MINUTES_UNTIL_TOLD} minutes after the first.`,
    ),
    small("Answer what is held", release),
  ]);
}

type VendorAct = Extract<OutsideAct, { act: "vendor" }>;

const VENDORS: readonly VendorAct["vendor"][] = ["vendorA", "vendorB"];
const REVIEWS = [
  ["approve", "Approve", "approved"],
  ["reject", "Reject", "rejected"],
  ["ask", "Ask a question", "asked"],
] as const;

/** The vendors' reviewers: a template as they see it, and what they can do with it. */
function VendorControls({ templates }: { readonly templates: readonly ShownTemplate[] }): ComponentChild {
  const [templateId, setTemplate] = useState(templates[0]?.templateId ?? "");
  const [vendor, setVendor] = useState<VendorAct["vendor"]>("vendorA");
  const [comment, setComment] = useState("");
  const template = templates.find((each) => each.templateId === templateId);
  const review = async (chosen: VendorAct["review"], done: string): Promise<void> => {
    const sent = { act: "vendor" as const, templateId, vendor, review: chosen, comment };
    if (await change(sent, `${vendor} has ${done}.`)) setComment("");
  };
  return h("section", { "aria-label": "Vendor's reviewer" }, [
    h("h3", null, "Vendor's reviewer"),
    h("label", { class: "label", for: "vendor-template" }, "Template"),
    h(
      "select",
      {
        id: "vendor-template",
        class: "text-input",
        value: templateId,
        onChange: (event: TargetedEvent<HTMLSelectElement>) => setTemplate(event.currentTarget.value),
      },
      templates.map((each) => h("option", { value: each.templateId }, `${each.name} · ${each.templateId}`)),
    ),
    group(
      "Vendor",
      VENDORS.map((name) => small(name, () => setVendor(name), name === vendor)),
    ),
    template === undefined ? null : renderSeen(template, vendor),
    h("label", { class: "label", for: "vendor-comment" }, "Comment"),
    h("textarea", {
      id: "vendor-comment",
      class: "text-input",
      rows: 2,
      value: comment,
      onInput: (event: TargetedEvent<HTMLTextAreaElement>) => setComment(event.currentTarget.value),
    }),
    group(
      "Review",
      REVIEWS.map(([chosen, label, done]) => small(label, () => void review(chosen, done))),
    ),
    h(
      "p",
      { class: "hint" },
      "Reject and Ask a question need a comment. The bot sees a review with its next update or comment.",
    ),
  ]);
}

/** What lies before the reviewer: the text, where the review stands, and what both sides have said. */
function renderSeen({ content, codes }: ShownTemplate, vendor: string): ComponentChild {
  const { status = "", comments = [] } = codes.find(({ service }) => service === vendor) ?? {};
  return h("div", { class: "vendor-seen" }, [
    h("p", null, content),
    h("p", { class: "hint" }, `Now: ${status}`),
    h(
      "ul",
      { "aria-label": "Comments" },
      comments.map((each) =>
        h("li", null, [h("strong", null, each.isAdmin ? "Reviewer: " : "Member: "), each.content]),
      ),
    ),
  ]);
}
