import type { Sandbox } from "./sandbox.ts";
import type { Actor } from "./slack/index.ts";
import { answer, expect, joon, mina, post, reviews, type TourStep } from "./tour-scene.ts";

const content = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}\n운송장: #{운송장번호}";

/** As the app says it. */
const pending = "review not requested (PENDING)";

/** The template whose reviewer at vendorB has words for its account. */
function templateIn({ platform }: Sandbox): string {
  return [...platform.state.templates.keys()][1] ?? "";
}

/** A template from proposal to a vendor's verdict, with nothing but what replies show. */
export const templateSteps: readonly TourStep[] = [
  {
    title:
      "Joon asks the vendor's reviewer about a template; the reply shows the template for the first time",
    async play(sandbox) {
      await comment(sandbox, "Which carrier do you mean?");
      await post(sandbox.slack, reviews, "Vendor comment posted");
    },
  },
  {
    title: "Joon proposes a change, may not approve it, and Mina does: both vendors are PENDING again",
    async play(sandbox) {
      const { slack, platform } = sandbox;
      const person = slack.as(joon);
      await openForm(sandbox, person, "templates.update");
      await person.fillAll({ content, reason: "The reviewer asks for the carrier" });
      expect((await person.submit()).kind, "updated");
      await person.closeView({ all: true });
      const { ts } = await post(slack, reviews, "Change proposed");
      const card = { message: { conversation: reviews, ts } };
      await person.click(card, "templates.approve");
      await answer(slack, joon, "Only reviewers can do this");
      const reviewer = slack.as(mina);
      await reviewer.click(card, "templates.approve");
      const isAsked = () => reviewer.views().at(-1)?.callbackId === "templates.approve";
      await slack.waitFor(isAsked, { what: "the question" });
      expect((await reviewer.submit()).kind, "closed");
      await post(slack, reviews, "Update accepted");
      await post(slack, reviews, `vendorA · rejected (REJECTED) → ${pending}`);
      await post(slack, reviews, `vendorB · under review (INSPECTING) → ${pending}`);
      expect(platform.state.templates.get(templateIn(sandbox))?.content, content);
    },
  },
  {
    title:
      "A vendor rejects it; nobody is told until the next comment's reply shows it, and then it is posted",
    async play(sandbox) {
      const { slack, platform } = sandbox;
      platform.vendor.reject(templateIn(sandbox), "vendorB", "The carrier needs a link");
      await comment(sandbox, "Is this what you meant?");
      const { text } = await post(slack, reviews, `vendorB · ${pending} → rejected (REJECTED)`);
      expect(text.includes("The carrier needs a link"), true);
    },
  },
  {
    title: "Mina reports what she read in the platform's console: shown as her word",
    async play(sandbox) {
      const person = sandbox.slack.as(mina);
      await openForm(sandbox, person, "templates.report");
      await person.suggest("status.vendorA", "APPROVED");
      await person.fill("status.vendorA", "APPROVED");
      expect((await person.submit()).kind, "updated");
      await person.closeView({ all: true });
      await post(sandbox.slack, reviews, `vendorA · ${pending} → approved (APPROVED)`);
    },
  },
  {
    title: "Joon imports two templates' records: what each would change is shown first, then all is one post",
    async play(sandbox) {
      const person = sandbox.slack.as(joon);
      const shows = (words: string) =>
        sandbox.slack.waitFor(() => JSON.stringify(person.views().at(-1)?.blocks ?? []).includes(words), {
          what: `a modal with “${words}”`,
        });
      await person.command("/msg-template", "import", { conversation: reviews });
      await shows("Or paste JSON");
      const codes = [{ service: "vendorB", status: "APPROVED" }];
      const records = [templateIn(sandbox), "KA01TP260202010000000NEWONE"];
      await person.fill("records", JSON.stringify(records.map((templateId) => ({ templateId, codes }))));
      expect((await person.submit()).kind, "updated");
      await shows("Nothing imported yet.");
      expect((await person.submit()).kind, "updated");
      await shows("2 templates imported");
      await person.closeView({ all: true });
      await post(sandbox.slack, reviews, "approved by both vendors");
    },
  },
];

async function openForm(sandbox: Sandbox, person: Actor, id: string): Promise<void> {
  const { slack } = sandbox;
  const shows = (callbackId: string) => () => person.views().at(-1)?.callbackId === callbackId;
  await person.command("/msg-template", templateIn(sandbox), { conversation: reviews });
  await slack.waitFor(shows("templates.view"), { what: "the template" });
  await person.click({ view: true }, id);
  await slack.waitFor(shows(id), { what: `the form ${id}` });
}

async function comment(sandbox: Sandbox, words: string): Promise<void> {
  const person = sandbox.slack.as(joon);
  await openForm(sandbox, person, "templates.comment");
  await person.fill("comment", words);
  expect((await person.submit()).kind, "updated");
  expect((await person.submit()).kind, "cleared");
}
