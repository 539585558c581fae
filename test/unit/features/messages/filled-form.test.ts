import { describe, expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import { filledForm } from "../../../../src/features/messages/send-form.ts";
import { SendBody } from "../../../../src/platform/index.ts";
import { slackLimits } from "../../../../src/slack/blocks/limits.ts";
import { en } from "../../../support/words.ts";
import { TEST_MANIFEST } from "../../sandbox/slack/bolt-app.ts";
import { deps } from "./some-deps.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });

function withButtons(count: number, name = "n"): SendBody {
  const buttons = Array.from({ length: count }, () => ({
    buttonName: name,
    buttonType: "WL",
    linkMo: "https://a.b",
  }));
  return SendBody.parse({
    message: { to: "01012345678", from: "0212345678", text: "Hi", chatOptions: { pfId: "p", buttons } },
  });
}

function withVariable(length: number): SendBody {
  const variables = { "#{a}": "x".repeat(length), "#{b}": "y" };
  return SendBody.parse({
    message: {
      to: "01012345678",
      from: "0212345678",
      chatOptions: { pfId: "p", templateId: "T", variables },
    },
  });
}

/** The send form filled with `body`, which Slack accepts. */
function shown(body: SendBody) {
  const form = filledForm({ act: "act" }, body, "C1");
  const view = renderSendForm(form, { rules: deps.rules, words: en, mayAttach: true });
  expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
  return { form, blocks: JSON.stringify(view.blocks) };
}

describe("a stored message in the send form", () => {
  it("is shown in fields with up to five buttons, and as JSON with more", () => {
    expect(shown(withButtons(5)).form.isJson).toBe(false);
    for (const count of [6, 20, 40]) {
      const { form, blocks } = shown(withButtons(count));
      expect(JSON.parse(String(form.values["json"]))).toEqual(withButtons(count));
      expect(blocks).not.toContain(en.send.jsonTooLong(slackLimits.inputLength));
    }
  });

  it("is shown as JSON if a field would cut it, and says if the JSON is too long as well", () => {
    expect(shown(withVariable(2900)).form.isJson).toBe(false);
    for (const body of [withVariable(3100), withButtons(6, "n".repeat(1000))]) {
      const { form, blocks } = shown(body);
      expect(form.isJson).toBe(true);
      expect(blocks).toContain(en.send.jsonTooLong(slackLimits.inputLength));
      expect(blocks).not.toContain(en.send.cut(slackLimits.inputLength));
    }
  });
});
