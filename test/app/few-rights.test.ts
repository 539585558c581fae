import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { dana, eve, joon, mina, sora } from "../support/names.ts";
import { propose, startTemplates } from "../support/templates.ts";
import { en, inWhole, noRight } from "../support/words.ts";

type Where = Pick<Awaited<ReturnType<typeof startChatops>>, "slack">;

const homeOf = ({ slack }: Where, who: string) => inWhole(slack.home(who)?.blocks ?? []);

async function openHome(where: Where, who: string, ...words: string[]) {
  await where.slack.as(who).openHome();
  return where.slack.waitFor(
    () => words.every((one) => homeOf(where, who).includes(one)) && homeOf(where, who),
    { what: `${words.join(", ")} on ${who}'s Home` },
  );
}

const answer = ({ slack }: Where, who: string, words: string) => slack.as(who).reads(words);

describe.each(storyModes)("a person with few rights, over %s", (mode) => {
  it("reads whom to ask for access, and sees no button that they may not press", async () => {
    const chatops = await startChatops({ mode });
    const { slack } = chatops;
    const named = `"user_id":"${dana}"`;
    for (const { id, kind } of slack.people.filter((person) => ["guest", "stranger"].includes(person.kind))) {
      const home = await openHome(chatops, id, en.edge.outsider);
      expect(home, kind).not.toContain("action_id");
    }
    const home = await openHome(chatops, eve, noRight(en.issues.notAllowed), named);
    expect(home).not.toContain("messages.open");
    expect(home).not.toContain("files.open");
    // A sender doesn't read whom to ask.
    expect(await openHome(chatops, joon, en.home.sending[1]!)).not.toContain(named);

    await slack.as(eve).command("/msg-help");
    const help = await answer(chatops, eve, en.help.heading);
    const [open = ""] = help.text.split(en.help.noAccess);
    for (const command of ["/msg-send", "/msg-upload", "/msg-files", "/msg-payments"]) {
      expect(open).not.toContain(command);
    }
    expect(open).toContain(en.templates.guide.purpose(false));
    expect(open).not.toContain(en.templates.guide.purpose(true));
    expect(help.text).toContain(`<@${dana}>`);
    await slack.as(eve).command("/msg-template", "KA01TP260201010000000NEVERSEEN0");
    const view = await slack.waitFor(() => slack.views(eve)[0], { what: "the template that nobody saw" });
    expect(JSON.stringify(view.blocks)).toContain(en.templates.view.neverSeen);
    expect(JSON.stringify(view.blocks)).not.toContain(en.templates.view.changeable);
    // A sender without the right to upload.
    await slack.as(sora).command("/msg-files");
    const buttons = ({ blocks }: { blocks: readonly object[] }) =>
      [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(buttons(await answer(chatops, sora, en.files.list.empty("all")))).toEqual([]);
    await slack.as(mina).command("/msg-files");
    expect(buttons(await answer(chatops, mina, en.files.list.empty("all")))).toEqual(["files.upload"]);
  });

  it("finds their own proposals on Home and in the template finder", async () => {
    const story = await startTemplates({ mode });
    const { slack, view, openOn, card } = story;
    const { title } = en.proposals.card;
    await openHome(story, joon, en.home.begin);
    await propose(story, title.open);
    await openHome(story, joon, en.home.recent, title.open);

    const posted = await card(title.open);
    const asks = "The carrier is <!here> missing";
    await openOn(slack.as(mina), posted, "templates.request_changes");
    await slack.as(mina).fill("reason", asks);
    await slack.as(mina).submit();
    await card(title.changes_requested);
    await slack.as(joon).openHome();
    await slack.waitFor(() => homeOf(story, joon).includes(en.home.waiting(1)), { what: "it waits" });
    expect(homeOf(story, joon)).toContain(title.changes_requested);
    expect(homeOf(story, joon)).toContain(`"user_id":"${mina}"},{"type":"text","text":": “${asks}”"`);
    await slack
      .as(joon)
      .click({ home: true }, /"action_id":"(templates\.open:[^"]+)"/.exec(homeOf(story, joon))![1]!, {
        blockId: "waiting.0",
      });
    await view(slack.as(joon), "templates.view");
    await slack.as(joon).closeView({ all: true });
    await slack.as(joon).command("/msg-template");
    const finder = await view(slack.as(joon), "templates.open");
    expect(JSON.stringify(finder.blocks)).toContain(en.templates.find.mine);
    expect(JSON.stringify(finder.blocks)).toContain(` · “${asks}”\\n`);
  });
});
