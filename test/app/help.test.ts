import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { eve, joon, minji } from "../support/names.ts";
import { around, core, en, ko } from "../support/words.ts";

const Manifest = z.object({
  features: z.object({ slash_commands: z.array(z.object({ command: z.string() })) }),
});
const Reply = z.object({ response_type: z.literal("ephemeral"), text: z.string(), blocks: z.unknown() });

function manifestCommands(): string[] {
  const text = readFileSync(new URL("../../manifest.yml", import.meta.url), "utf8");
  return Manifest.parse(parse(text)).features.slash_commands.map(({ command }) => command);
}

type Chatops = Awaited<ReturnType<typeof startChatops>>;

/** Types a command, and gives its answer in the acknowledgement. */
async function ask({ slack }: Pick<Chatops, "slack">, who: string, command: string, text = "") {
  const { ack } = await slack.as(who).command(command, text);
  expect(ack?.status).toBe(200);
  return Reply.parse(ack?.body);
}

/** The pieces of text that look like something to type. */
function typeable(blocks: unknown): string[] {
  const codes: string[] = [];
  JSON.stringify(blocks, (_, value: unknown) => {
    const leaf = z.object({ text: z.string(), style: z.object({ code: z.literal(true) }) }).safeParse(value);
    if (leaf.success) codes.push(leaf.data.text);
    return value;
  });
  return codes;
}

describe.each(storyModes)("help, over %s", (mode) => {
  it("is answered by every command of the manifest, asked for as “help”, “--help” or “?”", async () => {
    const chatops = await startChatops({ mode });
    for (const command of manifestCommands()) {
      const { text } = await ask(chatops, joon, command, "help");
      expect(text, command).toContain(command);
    }
    for (const asked of ["HELP", "--help", "?", "도움말", " help "]) {
      expect((await ask(chatops, joon, "/msg-send", asked)).text).toContain(en.send.guide.purpose);
    }
    expect(chatops.slack.as(joon).views()).toEqual([]);
  });
});

it("help on /msg-history says how long the app and the platform keep entries", async () => {
  const chatops = await startChatops();
  const { text } = await ask(chatops, joon, "/msg-history", "help");
  expect(text).toContain(en.history.guide.kept(180, 6));
});

describe("the app's help", () => {
  it("quotes words that it doesn't know, and says what it can show", async () => {
    const chatops = await startChatops();
    const { text, blocks } = await ask(chatops, joon, "/msg-help", "<!channel> <b> *everything*");
    expect(text).toContain("“@channel &lt;b&gt; *everything*”");
    expect(JSON.stringify(blocks)).toContain("“@channel <b> *everything*”");
    expect(text).toContain(en.help.shows);
  });

  it("lists the commands that a person may use, and whom to ask for the others", async () => {
    const chatops = await startChatops({ env: { DAILY_SEND_LIMIT: "7" } });
    const mine = await ask(chatops, joon, "/msg-help");
    expect(typeable(mine.blocks)).toContain(`/msg-send joon ${en.send.guide.exampleText}`);
    expect((await ask(chatops, joon, "/msg-send", "help")).text).toContain(en.send.guide.dailyLimit(7));
    expect((await ask(chatops, joon, "/msg-upload", "help")).text).toContain(
      en.files.guide.upload.dailyLimit(7),
    );
    expect((await ask(chatops, joon, "/msg-template", "help")).text).toContain(
      en.templates.guide.dailyComments(7),
    );

    const hers = await ask(chatops, eve, "/msg-help");
    expect(typeable(hers.blocks)).not.toContain(`/msg-send joon ${en.send.guide.exampleText}`);
    const to = en.help.noAccess;
    const { before, after } = around(en.common.access.ask);
    const denied = ["send", "test", "upload", "files", "payments"].map((name) => `/msg-${name}`).join(", ");
    expect(hers.text.split("\n").at(-1)).toBe(`${to} ${denied}. ${before}<@U0DANA>${after}`);
    expect(mine.text.split("\n").at(-1)).toBe(`${to} /msg-payments. ${before}<@U0DANA>${after}`);
    // Short enough for a phone: a line for each command, and one example.
    expect(mine.text.split("\n")).toHaveLength(manifestCommands().length + 2);
    expect(mine.text.split(en.help.example)).toHaveLength(2);
    // The example's line has nothing else to copy.
    expect(mine.text).toContain(`\n${en.help.example} /msg-send joon ${en.send.guide.exampleText}\n`);
    // The list, what this person can't do, and what nobody can do here.
    expect(mine.blocks).toHaveLength(3);
    expect(hers.text).toContain(`\n${en.help.example} /msg-prices ${en.prices.example}\n`);

    const korean = await ask(chatops, minji, "/msg-help");
    expect(korean.text).toContain(ko.help.heading);
    expect(typeable(korean.blocks)).toContain(`/msg-send joon ${ko.send.guide.exampleText}`);
  });

  it("answers while Slack's Web API hangs and the platform is unreachable", async () => {
    const chatops = await startChatops();
    await ask(chatops, joon, "/msg-help");
    chatops.slack.faults.webApi({ kind: "hang" });
    await chatops.platform.close();
    expect((await ask(chatops, joon, "/msg-help")).text).toContain(en.help.heading);
  });

  it("greets each person once, when they first open the app's Messages tab", async () => {
    const chatops = await startChatops();
    const { slack } = chatops;
    const opened = await slack.as(joon).openMessagesTab();
    const greeting = await slack.post("", joon);
    expect(greeting.text).toContain(en.help.greeting);
    expect(greeting.text).toContain(en.help.home);
    expect(typeable(greeting.blocks)).toEqual(["/msg-send", "/msg-prices", "/msg-history", "/msg-help"]);
    await slack.as(joon).openMessagesTab();
    await slack.redeliver(opened.id, { newEnvelope: true });

    await chatops.app.stop();
    const again = await startAppOn(chatops);
    await slack.as(joon).openMessagesTab();
    await slack.as(minji).openMessagesTab();
    await slack.post(ko.help.greeting, minji);
    await slack.as(eve).openMessagesTab();
    const hers = await slack.post("", eve);
    expect(typeable(hers.blocks)).toEqual(["/msg-prices", "/msg-history", "/msg-help"]);
    await again.app.stop();
    expect(slack.dm(joon)).toHaveLength(1);
  });

  it("greets nobody who opens only Home, and no guest", async () => {
    const { slack, app } = await startChatops();
    await slack.as(joon).openHome();
    await slack.as("U0GUEST").openMessagesTab();
    await app.stop();
    expect(slack.dm(joon)).toEqual([]);
    expect(slack.dm("U0GUEST")).toEqual([]);
  });
});

describe("the example commands in /msg-help", () => {
  it.each([joon, minji])("are accepted when %s types them", async (who) => {
    const chatops = await startChatops();
    const { blocks } = await ask(chatops, who, "/msg-help");
    const examples = typeable(blocks).filter((typed) => !typed.includes("<"));
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      const [command = "", ...words] = example.split(" ");
      const { ack } = await chatops.slack.as(who).command(command, words.join(" "));
      expect(ack?.status, example).toBe(200);
      const said = JSON.stringify(ack?.body ?? "");
      for (const { help, edge } of [en, ko]) {
        expect(said, example).not.toContain(core(help.unknownWords));
        expect(said, example).not.toContain(edge.outdated);
      }
    }
    await chatops.slack.post("joon (010-****-0001)");
    expect(chatops.log()).not.toContain('"level":50');
  });
});
