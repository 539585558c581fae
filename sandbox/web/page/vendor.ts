import { type ComponentChild, h, type TargetedEvent, type TargetedInputEvent } from "preact";
import { useState } from "preact/hooks";
import type { OutsideAct } from "../act.ts";
import type { ShownTemplate } from "../protocol.ts";
import { addToast } from "./state.ts";
import { act } from "./wire.ts";

type VendorAct = Extract<OutsideAct, { act: "vendor" }>;
type Vendor = VendorAct["vendor"];
type ShownCode = ShownTemplate["codes"][number];

const VENDORS: readonly Vendor[] = ["vendorA", "vendorB"];

const REVIEWS = [
  { review: "approve", label: "Approve", done: "approved", isSilent: true },
  { review: "reject", label: "Reject", done: "rejected", isSilent: false },
  { review: "ask", label: "Ask a question", done: "asked", isSilent: false },
] as const;

/** The vendors' reviewers: a template as they see it, and what they can do with it. */
export function VendorControls({
  templates,
}: {
  readonly templates: readonly ShownTemplate[];
}): ComponentChild {
  const [templateId, setTemplate] = useState(templates[0]?.templateId ?? "");
  const [vendor, setVendor] = useState<Vendor>("vendorA");
  const [comment, setComment] = useState("");
  const template = templates.find((each) => each.templateId === templateId);
  const code = template?.codes.find(({ service }) => service === vendor);
  const review = async (chosen: VendorAct["review"], done: string): Promise<void> => {
    const answer = await act({ act: "vendor", templateId, vendor, review: chosen, comment });
    if (!answer.ok) return;
    setComment("");
    addToast(`${vendor} has ${done}.`, false);
  };
  return h("section", { "aria-labelledby": "vendor-title" }, [
    h("h3", { id: "vendor-title" }, "Vendor's reviewer"),
    renderTemplates(templates, { chosen: templateId, choose: setTemplate }),
    renderVendors(vendor, setVendor),
    template === undefined || code === undefined ? null : renderSeen(template, code),
    h("label", { class: "label", for: "vendor-comment" }, "Comment"),
    h("textarea", {
      id: "vendor-comment",
      class: "text-input",
      rows: 2,
      value: comment,
      onInput: (event: TargetedInputEvent<HTMLTextAreaElement>) => setComment(event.currentTarget.value),
    }),
    renderReviews(comment, (chosen, done) => void review(chosen, done)),
    h("p", { class: "hint" }, "Reject and Ask a question need a comment."),
    h("p", { class: "hint" }, "The bot sees what a reviewer did with its next update or comment."),
  ]);
}

function renderVendors(chosen: Vendor, choose: (vendor: Vendor) => void): ComponentChild {
  return h(
    "div",
    { class: "control-grid", role: "group", "aria-label": "Vendor" },
    VENDORS.map((name) =>
      h(
        "button",
        {
          type: "button",
          class: `button small${name === chosen ? " chosen" : ""}`,
          "aria-pressed": name === chosen,
          onClick: () => choose(name),
        },
        name,
      ),
    ),
  );
}

function renderReviews(
  comment: string,
  review: (chosen: VendorAct["review"], done: string) => void,
): ComponentChild {
  return h(
    "div",
    { class: "control-grid" },
    REVIEWS.map(({ review: chosen, label, done, isSilent }) => {
      const isOff = !isSilent && comment.trim() === "";
      const onClick = (): void => {
        if (!isOff) review(chosen, done);
      };
      return h("button", { type: "button", class: "button small", "aria-disabled": isOff, onClick }, label);
    }),
  );
}

type Choosing = { readonly chosen: string; choose(templateId: string): void };

function renderTemplates(templates: readonly ShownTemplate[], { chosen, choose }: Choosing): ComponentChild {
  return [
    h("label", { class: "label", for: "vendor-template" }, "Template"),
    h(
      "select",
      {
        id: "vendor-template",
        class: "text-input",
        value: chosen,
        onChange: (event: TargetedEvent<HTMLSelectElement>) => choose(event.currentTarget.value),
      },
      templates.map(({ templateId, name }) => h("option", { value: templateId }, `${name} · ${templateId}`)),
    ),
  ];
}

/** What lies before the reviewer: the text, where the review stands, and what both sides have said. */
function renderSeen({ content }: ShownTemplate, { status, comments }: ShownCode): ComponentChild {
  return h("div", { class: "vendor-seen" }, [
    h("p", { class: "vendor-content" }, content),
    h("p", { class: "hint" }, `Now: ${status}`),
    comments.length === 0
      ? null
      : h(
          "ul",
          { "aria-label": "Comments" },
          comments.map((each) =>
            h("li", null, [h("strong", null, each.isAdmin ? "Reviewer: " : "Member: "), each.content]),
          ),
        ),
  ]);
}
