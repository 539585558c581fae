import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { joon, mina } from "../support/names.ts";
import { comment, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals, templates } = en;

describe.each(storyModes)("a report of what the console shows, over %s", (mode) => {
  it("lets an unknown template's first proposal show exactly what it changes", async () => {
    const { slack, card, openForm, platform, view, openView, person } = await startTemplates({ mode });
    await openForm(person);
    await person.press("templates.report");
    await view(person, "templates.report");
    await person.fillAll({
      ...{ name: "배송 출발", content: "#{고객명}님의 상품이 출발했습니다." },
      buttons: "배송 조회 (WL) · mobile https://m.shop.example/#{운송장번호}",
    });
    await person.suggest("status.vendorA", "APPROVED");
    await person.submits("updated", { "status.vendorA": "APPROVED" });
    await person.press("templates.update");
    const form = await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes("m.shop.example"),
    );
    expect(JSON.stringify(form.blocks)).toMatch(/"reported ".*from the console/);
    await person.submits("updated", {
      content: "#{고객명}님의 상품이 방금 출발했습니다.",
      reason: "It sounds nicer",
    });
    const { text } = await card(proposals.card.title.open);
    expect(text).toContain("#{고객명}님의 상품이 {+방금 +}출발했습니다.");
    expect(text).toMatch(
      /vendorA approved \(APPROVED\) · reported <!date[^>]*> by <@U0JOON> from the console/,
    );
    expect(platform.requests.filter(({ path }) => path.includes("/templates/"))).toEqual([]);
    const shown = JSON.stringify((await openView(slack.as(mina))).blocks);
    for (const said of ["m.shop.example", "from the console"]) expect(shown).toContain(said);
    expect(shown).not.toContain(templates.view.neverSeen);
  });
});

it("a partial report is shown beside what the platform replied, each part with its source", async () => {
  const story = await startTemplates();
  const { slack, card, openForm, openView, openFrom } = story;
  await comment(story, mina, "Is it on its way?");
  await card(en.terms.comment.outcomes.title.accepted(templates.kind.comment));
  const person = slack.as(joon);
  await openFrom(person, "templates.report");
  await person.fillAll({ name: "배송 출발 안내", buttons: "배송 조회 (DS)" });
  await person.suggest("status.vendorA", "APPROVED");
  await person.submits("updated", { "status.vendorA": "APPROVED" });
  await person.closeView({ all: true });
  const shown = JSON.stringify((await openView(person)).blocks);
  // The vendor's status, and the reported part of the content.
  expect(shown.match(/" from the console/g)).toHaveLength(2);
  expect(shown.match(/'s comment/g)?.length).toBeGreaterThanOrEqual(2);
  await person.closeView({ all: true });
  await openForm(person);
  await person.submits("updated", {
    content: "#{고객명}님의 상품이 방금 출발했습니다.",
    name: "출발",
    reason: "Nicer",
  });
  const { text } = await card(proposals.card.title.open);
  expect(text).toMatch(
    /Compared with the text seen in <@U0MINA>'s comment <!date.*, reported .* by <@U0JOON> from the console/,
  );
});

it("a report that can't be read shows errors on its fields, and isn't stored", async () => {
  const { slack, view, openFrom, person } = await startTemplates();
  await openFrom(person, "templates.report");
  await person.isRefused({ content: templates.report.nothing });
  await person.fill("buttons", "Track (DS)\njust words");
  await person.isRefused(
    { buttons: templates.report.badButton(2), "reason.vendorB": templates.report.noStatus },
    { "reason.vendorB": "The logo" },
  );
  await slack.as(mina).command("/msg-template");
  expect(JSON.stringify((await view(slack.as(mina), "templates.open")).blocks)).toContain(
    templates.find.noneSeen,
  );
});
