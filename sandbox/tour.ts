import { samplePicture } from "./sample-picture.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Actor } from "./slack/index.ts";
import { runSteps } from "./tour-runs.ts";
import { answer, dana, expect, joon, mina, onCall, post, type TourStep, tests } from "./tour-scene.ts";
import { templateSteps } from "./tour-templates.ts";

/** What the bot can do today, shown by doing it: the demo plays all of it. */
export const tour: readonly TourStep[] = [
  {
    title: "Joon sends a test message with one command, and is asked whether it arrived on his phone",
    async play({ slack }) {
      await sendQuickly(slack, "joon Hello from Slack");
      await post(slack, tests, "✅");
      await slack.waitFor(() => slack.dm(joon).find(({ text }) => text.includes("arrive")), {
        what: "the question",
      });
    },
  },
  {
    title: "Joon fills the form for somebody else's number, looks twice, and sends",
    async play({ slack, platform }) {
      const person = slack.as(joon);
      await person.command("/msg-send", "", { conversation: tests });
      await slack.waitFor(() => person.views().length === 1, { what: "the form" });
      await person.fillAll({ to: "+82 10-2345-6789", text: "Your table is ready at 19:00" });
      const before = platform.state.messages.length;
      expect((await person.submit()).kind, "pushed");
      expect(platform.state.messages.length, before);
      expect((await person.submit()).kind, "cleared");
      await post(slack, tests, "010-****-6789");
    },
  },
  {
    title: "The platform refuses, and says why",
    async play({ slack }) {
      await sendQuickly(slack, "refused Hello again");
      await post(slack, tests, "⛔");
    },
  },
  {
    title: "The platform keeps silent: nobody claims to know, and nothing is sent again",
    async play({ slack }) {
      await sendQuickly(slack, "silent Are you there?");
      await post(slack, tests, "❓");
      await post(slack, onCall, "❓");
    },
  },
  {
    title: "Dana, who is on call, takes it on, looks it up and says that it arrived; the late answer agrees",
    async play({ slack, platform }) {
      const asked = await post(slack, onCall, "❓");
      const card = { message: { conversation: onCall, ts: asked.ts } };
      await slack.as(dana).click(card, "oncall.take");
      await post(slack, onCall, `on it: <@${dana}>`);
      await slack.as(dana).click(card, "messages.settle:arrived");
      await post(slack, tests, "📬");
      platform.faults.release();
      // The very post that said unknown says accepted now, and a line in its thread tells of it.
      await slack.waitFor(
        () => slack.messages(onCall).some(({ ts, text }) => ts === asked.ts && text.startsWith("✅")),
        { what: "the corrected post", timeoutMs: 20_000 },
      );
      // One for each of the four messages so far.
      expect(platform.requests.filter(({ path }) => path === "/messages/v4/send").length, 4);
    },
  },
  {
    title: "Joon attaches a picture to an MMS: it is uploaded first, then sent with it, in one post",
    async play(sandbox) {
      const { state } = sandbox.platform;
      const person = await openForm(sandbox, "MMS", "image");
      await person.fillAll({ to: "joon", text: "Your table by the window", image: samplePicture });
      await submitAs(sandbox, person, { type: "MMS", called: "MMS" });
      const [fileId = ""] = [...state.files.keys()].slice(-1);
      expect(JSON.stringify(state.messages.at(-1)?.request).includes(fileId), true);
    },
  },
  {
    title: "Joon sends a messenger template with its variables, its channel found by name",
    async play(sandbox) {
      const { state } = sandbox.platform;
      const [channel] = state.channels;
      const template = [...state.templates.keys()][0] ?? "";
      const person = await openForm(sandbox, "chat", "chat.templateId");
      await person.suggest("chat.pfId", channel?.searchId ?? "");
      await person.suggest("chat.templateId", template);
      await person.fillAll({ to: "joon", "chat.pfId": channel?.pfId ?? "", "chat.templateId": template });
      await showsField(sandbox.slack, person, "chat.variables");
      await person.fill("chat.variables", "고객명=Mina\n주문번호=17\n금액=9,000");
      // Nobody saw the template here yet, which is asked about.
      expect((await person.submit()).kind, "pushed");
      await submitAs(sandbox, person, { type: "ATA", called: "Messenger template" });
    },
  },
  {
    title: "Joon sends a portal notification, and an RCS message with a button",
    async play(sandbox) {
      const portal = await openForm(sandbox, "portal", "portal.talkId");
      await press(sandbox.slack, portal, "messages.more", "text");
      await portal.fillAll({ to: "joon", text: "Hello", "portal.talkId": "T1", "portal.templateId": "P1" });
      await submitAs(sandbox, portal, { type: "NSA", called: "Portal notification" });
      const rcs = await openForm(sandbox, "rcs", "rcs.brandId");
      await press(sandbox.slack, rcs, "messages.add_button:rcs.buttons", "rcs.buttons.1.label");
      await rcs.fillAll({ to: "joon", text: "Hello", "rcs.brandId": "B1", "rcs.buttons.1.label": "Open" });
      await rcs.suggest("rcs.buttons.1.buttonType", "WL");
      await rcs.fill("rcs.buttons.1.buttonType", "WL");
      await showsField(sandbox.slack, rcs, "rcs.buttons.1.link");
      await rcs.fill("rcs.buttons.1.link", "https://shop.example");
      await submitAs(sandbox, rcs, { type: "RCS_SMS", called: "RCS text" });
    },
  },
  {
    title:
      "Joon uploads a picture, finds it in the list, sends it as an MMS, and may not delete what is in use",
    async play({ slack, platform }) {
      const person = slack.as(joon);
      const isOpen = () => person.views().length === 1;
      await person.command("/msg-upload", "", { conversation: tests });
      await slack.waitFor(isOpen, { what: "the upload form" });
      await person.fillAll({ file: samplePicture, type: "MMS" });
      expect((await person.submit()).kind, "cleared");
      await post(slack, tests, samplePicture.name);
      await person.command("/msg-files", "", { conversation: tests });
      await answer(slack, joon, samplePicture.name);
      const list = slack.ephemerals(joon).findLast(({ text }) => text.includes(samplePicture.name));
      if (list === undefined) throw new Error("the list of files is gone");
      await person.click({ ephemeral: list }, "files.use");
      await slack.waitFor(isOpen, { what: "the form with the picture" });
      await person.fillAll({ to: "joon", text: "This is our spring offer" });
      expect((await person.submit()).kind, "cleared");
      await post(slack, tests, "MMS");
      await person.click({ ephemeral: list }, "files.delete");
      await slack.waitFor(isOpen, { what: "what used the picture" });
      expect((await person.submit()).kind, "cleared");
      await post(slack, tests, "Deletion refused");
      expect(platform.state.files.size, 1);
    },
  },
  ...templateSteps,
  {
    title: "Mina, who holds the phone, is asked whether it arrived, and the result says what she saw",
    async play({ slack }) {
      await slack.as(joon).command("/msg-send", "mina Does it look right?", { conversation: tests });
      const asked = await slack.waitFor(() => slack.dm(mina).find(({ text }) => text.includes("arrive")), {
        what: "the question",
      });
      expect(asked.text.includes("look right"), false);
      await slack
        .as(mina)
        .click({ message: { conversation: asked.conversation, ts: asked.ts } }, "messages.receipt:arrived");
      await post(slack, tests, `<@${mina}> says it arrived.`);
    },
  },
  ...runSteps,
  {
    title: "On-call is told of payment methods that end, and sees it on the Home tab",
    async play({ slack }) {
      await post(slack, onCall, "Payment method …");
      await slack.as(dana).openHome();
      await slack.waitFor(() => JSON.stringify(slack.home(dana)?.blocks ?? []).includes("Payment method …"), {
        what: "the finding on Dana's Home",
      });
    },
  },
  {
    title: "Joon looks at the prices of Korea and at the messenger channels",
    async play({ slack }) {
      await slack.as(joon).command("/msg-prices", "82", { conversation: tests });
      await answer(slack, joon, "Message prices");
      await slack.as(joon).command("/msg-channels", "", { conversation: tests });
      await answer(slack, joon, "Messenger channels");
    },
  },
  {
    title: "Payment methods are for billing viewers' eyes only",
    async play({ slack }) {
      await slack.as(joon).command("/msg-payments", "", { conversation: onCall });
      await answer(slack, joon, "can't see payment methods");
      await slack.as(dana).command("/msg-payments", "", { conversation: onCall });
      await answer(slack, dana, "Payment methods");
      expect(
        slack.messages(onCall).some(({ text }) => text.includes("Payment methods")),
        false,
      );
    },
  },
];

/** The form of a kind, once it shows a field of it. */
async function openForm({ slack }: Sandbox, kind: string, field: string): Promise<Actor> {
  const person = slack.as(joon);
  await person.command("/msg-send", "", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fill("kind", kind);
  await showsField(slack, person, field);
  return person;
}

async function press(slack: Sandbox["slack"], person: Actor, button: string, field: string): Promise<void> {
  await person.click({ view: true }, button);
  await showsField(slack, person, field);
}

async function showsField({ waitFor }: Sandbox["slack"], person: Actor, field: string): Promise<void> {
  const isShown = () => person.views()[0]?.blocks.some((block) => block["block_id"] === field);
  await waitFor(isShown, { what: `the field ${field}` });
}

async function submitAs(
  { slack, platform }: Sandbox,
  person: Actor,
  { type, called }: { type: string; called: string },
): Promise<void> {
  expect((await person.submit()).kind, "cleared");
  await slack.waitFor(() => platform.state.messages.at(-1)?.result.type === type, { what: type });
  await post(slack, tests, called);
}

/** As a person does: what was not sent this time is sent again. */
async function sendQuickly(slack: Sandbox["slack"], text: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { ack } = await slack.as(joon).command("/msg-send", text, { conversation: tests });
    if (tries === 3 || !JSON.stringify(ack?.body ?? null).includes("Please try again")) return;
  }
}
