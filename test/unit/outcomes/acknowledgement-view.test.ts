import type { KnownBlock } from "@slack/types";
import { expect, it } from "vitest";
import { renderNotice, toNotice, withNotice } from "../../../src/outcomes/acknowledgement.view.ts";
import { renderModal } from "../../../src/slack/blocks/modal.ts";
import { toLineText } from "../../../src/slack/blocks/rich-text.ts";
import { anUnknown } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { partsOf } from "./notifications.ts";

it.each(["act-1", "act-2"])(
  "the button in an acknowledgement opens the operation that the acknowledgement is about: %s",
  (id) => {
    for (const kind of ["duplicate", "not_again"] as const) {
      const notice = toNotice({ kind, operation: anUnknown({ id }) }, { kind: "Message", isForm: true }, en)!;
      const answer = renderNotice(notice);
      expect(answer.text).toBe(toLineText(notice.says));
      const buttons = partsOf(answer.blocks).filter(({ type }) => type === "button");
      expect(buttons).toMatchObject([{ action_id: "history.open", value: id }]);
    }
  },
);

it("an acknowledgement is shown above the blocks of a form, and the form keeps everything else", () => {
  const own: KnownBlock[] = [{ type: "divider" }];
  const view = renderModal({ callbackId: "f", title: "Form", close: en.common.cancel, blocks: own });
  const notice = toNotice({ kind: "duplicate", operation: anUnknown() }, { kind: "Message" }, en)!;
  expect(withNotice(view, notice)).toEqual({
    ...view,
    blocks: [expect.anything(), expect.anything(), ...own],
  });
});
