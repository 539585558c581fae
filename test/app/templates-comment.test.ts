import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { deliver, deliveryOf } from "../support/forged.ts";
import { joon, mina, reviews } from "../support/names.ts";
import { actionIds, comment, startTemplates, type TemplateStory } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { templates, terms } = en;
const title = { ...en.outcomes.title, ...terms.comment.outcomes.title };
const kind = templates.kind.comment;
const access = terms.comment.reasons["Forbidden"]!;

const comments = ({ platform }: TemplateStory) =>
  platform.requests.filter(({ path }) => path.endsWith("/comment")).map(({ body }) => body);

const hostile = "Line one\n<!channel> <@U0DANA> <http://x.example|bank> *bold* &lt; :tada: 👍🏽  end ";

describe.each(storyModes)("a comment to the vendor over %s", (mode) => {
  it("is confirmed first, then sent exactly as typed, and its post mentions nobody", async () => {
    const story = await startTemplates({ mode });
    const { card, templateId, platform } = story;
    const { asked, sent } = await comment(story, joon, hostile);
    expect(JSON.stringify(asked)).toContain(templates.comment.ask);
    expect(JSON.stringify(asked)).toContain(JSON.stringify(hostile));
    expect(sent).toMatchObject({ kind: "cleared" });
    const posted = await card(title.accepted(kind));
    expect(comments(story)).toEqual([{ comment: hostile }]);
    const codes = platform.state.templates.get(templateId)?.codes ?? [];
    expect(codes.find(({ service }) => service === "vendorB")?.comments.at(-1)?.content).toBe(hostile);
    expect(posted.text).toContain("&lt;!channel&gt; &lt;@U0DANA&gt;");
    expect(posted.text).toContain(templates.comment.inConversation("vendorB"));
    expect(JSON.stringify(posted.blocks)).not.toContain('"type":"broadcast"');
  });
});

describe("a comment to the vendor", () => {
  it("posts a vendor's change of status with the vendor's newest comment", async () => {
    const story = await startTemplates();
    const { platform, card, templateId } = story;
    await comment(story, joon, "First");
    await card(title.accepted(kind));
    platform.vendor.reject(templateId, "vendorB", "Name the carrier <!channel>");
    await comment(story, joon, "Second");
    const changed = await card(templates.status.rejected("vendorB"));
    expect(changed.text).toMatch(/Before: under review \(INSPECTING\)/);
    expect(changed.text).toContain("Name the carrier &lt;!channel&gt;");
    expect(changed.text).toContain(templates.sides.reviewer);
  });

  it("is refused when it is empty, and sent in full with 3,000 characters", async () => {
    const story = await startTemplates();
    const { card, openFrom, person } = story;
    await openFrom(person, "templates.comment");
    await person.isRefused({ comment: en.issues.missing }, { comment: "\u200b" });
    const long = "가".repeat(3000);
    await person.fill("comment", long);
    await person.submit();
    await person.submits("cleared");
    await card(title.accepted(kind));
    expect(comments(story)).toEqual([{ comment: long }]);
  });

  it("can be edited from its confirmation when that has replaced the form", async () => {
    const story = await startTemplates();
    const { slack, view, card } = story;
    await comment(story, joon, "First");
    await card(title.accepted(kind));
    const person = slack.as(joon);
    await person.command("/msg-template");
    await view(person, "templates.open");
    await person.press(`templates.open:${story.templateId}`);
    await view(person, "templates.view");
    await person.press("templates.comment");
    await view(person, "templates.comment");
    await person.submits("updated", { comment: "Second <!here>" });
    await person.submits("cleared", { comment: "Third" });
    await slack.waitFor(() => comments(story).length === 2, { what: "the second comment" });
    expect(comments(story)[1]).toEqual({ comment: "Third" });
  });

  it("is sent once, and isn't answered as not sent, when Slack delivers its form again", async () => {
    const story = await startTemplates({ mode: "http" });
    const { payload } = deliveryOf((await comment(story, joon, "Is it on its way?")).sent);
    await story.card(title.accepted(kind));
    const again = await deliver(story, payload);
    expect(again).toContain(en.common.submitted(title.accepted(kind)));
    expect(again).not.toContain("Not sent");
    expect(comments(story)).toHaveLength(1);
  });

  it("is posted with the rights that the API key lacks when the platform refuses it", async () => {
    const story = await startTemplates();
    const refusal = { errorCode: "Forbidden", errorMessage: "no right", status: 403 };
    story.platform.faults.next({ kind: "refuse", ...refusal });
    await comment(story, joon, "Hello?");
    const refused = await story.card(title.refused(kind));
    expect(refused.text).toContain(access.says);
    // Everybody in the conversation reads the post, so that it mentions nobody.
    expect(refused.text).toContain(access.remedy!.replaceAll("`", ""));
    expect(refused.text).not.toContain("<@U0DANA>");
    // Details explain each right.
    expect(refused.text).not.toContain(access.inFull!);
    await story.slack.as(joon).click(refused, "history.open");
    await story.told(joon, access.inFull!);
  });
});

describe.each(storyModes)("a comment that the platform refused, over %s", (mode) => {
  it("can be edited and sent again by its author", async () => {
    const story = await startTemplates({ mode });
    const { slack, platform, card, line, view, told } = story;
    platform.faults.next({ kind: "refuse", errorCode: "Odd", errorMessage: "not now", status: 400 });
    await comment(story, joon, hostile);
    const refused = await card(title.refused(kind));
    await slack.as(mina).click(refused, "templates.edit_comment");
    await told(mina, en.outcomes.onlyAuthor);
    const person = slack.as(joon);
    await person.click(refused, "templates.edit_comment");
    const filled = await view(person, "templates.comment");
    expect(JSON.stringify(filled.blocks)).toContain(JSON.stringify(hostile));
    await person.fill("comment", `${hostile}!`);
    expect(JSON.stringify(await person.submit())).toContain(templates.comment.ask);
    await person.submits("cleared");
    await card(title.accepted(kind));
    const edited = await card(en.outcomes.newer.accepted);
    expect(edited.ts).toBe(refused.ts);
    // The new comment has a post of its own.
    expect(actionIds(edited)).not.toContain("templates.edit_comment");
    expect((await line(en.outcomes.triedAgain(terms.comment.outcomes.states.accepted))).threadTs).toBe(
      refused.ts,
    );
    expect(comments(story)).toEqual([{ comment: hostile }, { comment: `${hostile}!` }]);
  });
});

describe("a report of a template's status", () => {
  it("is posted under the person's name when it differs from what was observed", async () => {
    const story = await startTemplates();
    const { slack, card, openFrom } = story;
    await comment(story, joon, "First");
    await card(title.accepted(kind));
    const person = slack.as(mina);
    await openFrom(person, "templates.report");
    await person.chooses("status.vendorB", "APPROVED");
    await person.submits("updated", { "reason.vendorB": "Looks fine" });
    const changed = await card(templates.status.approved("vendorB"));
    expect(changed.text).toMatch(/Before: under review \(INSPECTING\)/);
    expect(changed.text).toMatch(/Reported <!date[^>]*> by <@U0MINA> from the console/);
    expect(changed.text).toContain("Looks fine");
    expect(
      slack.messages(reviews).filter(({ text }) => text.includes(templates.status.changed("vendorA", ""))),
    ).toEqual([]);
  });
});
