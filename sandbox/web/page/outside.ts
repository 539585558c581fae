import { type ComponentChild, h } from "preact";
import { useState } from "preact/hooks";
import type { SentAct } from "../act.ts";
import type { Snapshot } from "../protocol.ts";
import { renderNumbers } from "./numbers.ts";
import { addToast } from "./state.ts";
import { VendorControls } from "./vendor.ts";
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

async function change(sent: SentAct, done: string): Promise<void> {
  const answer = await act(sent);
  if (answer.ok) addToast(done, false);
}

/** Controls for the world around the bot. */
export function OutsideControls({ snapshot }: { readonly snapshot: Snapshot }): ComponentChild {
  return h("div", { class: "outside" }, [
    h(PlatformControls, { mood: snapshot.outside.mood }),
    h("section", null, [
      h("h3", null, "Slack"),
      h(
        "div",
        { class: "control-grid" },
        TROUBLES.map(([trouble, label]) =>
          h(
            "button",
            {
              type: "button",
              class: "button small",
              onClick: () => void change({ act: "slack", trouble }, label),
            },
            label,
          ),
        ),
      ),
    ]),
    snapshot.outside.canKillBot ? renderBotControls() : null,
    h(VendorControls, { templates: snapshot.outside.templates }),
    h("section", null, [h("h3", null, "Numbers to practise with"), renderNumbers(snapshot)]),
  ]);
}

function renderBotControls(): ComponentChild {
  const kill = () => void change({ act: "kill_bot" }, "Killed, and started again");
  return h("section", null, [
    h("h3", null, "Bot"),
    h("button", { type: "button", class: "button small", onClick: kill }, "Kill it, and start another"),
  ]);
}

function PlatformControls({ mood }: { readonly mood: string }): ComponentChild {
  const [code, setCode] = useState("NotEnoughBalance");
  const [isOnce, setOnce] = useState(false);
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
    h(
      "div",
      { class: "control-grid", role: "group", "aria-label": "The platform is" },
      MOODS.map(([value, label]) =>
        h(
          "button",
          {
            type: "button",
            class: `button small${mood === value ? " chosen" : ""}`,
            "aria-pressed": mood === value,
            onClick: () => void change({ act: "platform", mood: value, code, isOnce }, `Platform: ${label}`),
          },
          label,
        ),
      ),
    ),
    h(
      "p",
      { class: "hint" },
      `On-call hears of it with a call that fails ${MINUTES_UNTIL_TOLD} minutes after the first.`,
    ),
    h(
      "button",
      {
        type: "button",
        class: "button small",
        onClick: () => void change({ act: "release_platform" }, "Held replies released"),
      },
      "Answer what is held",
    ),
  ]);
}
