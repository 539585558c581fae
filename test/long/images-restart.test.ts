import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { startBot } from "../../sandbox/bot-process.ts";
import { startOutside } from "../../sandbox/sandbox.ts";
import { heldMark } from "../chaos/points.ts";
import { eventually } from "../support/eventually.ts";
import { jpg, picked } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { at } from "../support/unknown-outcome.ts";
import { joon, tests } from "../support/uploads.ts";
import { heading } from "../support/words.ts";

const watcher = fileURLToPath(new URL("../chaos/hold.ts", import.meta.url));

it("an image uploaded before a crash is used when its unsent message is edited and sent", async () => {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const { slack, platform } = outside;
  const start = async (env: Record<string, string> = {}) => {
    const held = Promise.withResolvers<void>();
    const bot = await startBot({
      env: { ...outside.env, ...env },
      nodeArguments: ["--import", watcher],
      onLine: (line) => line === heldMark && held.resolve(),
    });
    onTestFinished(async () => void (await bot.stop("SIGKILL")));
    await slack.socket.ready();
    return { bot, held: held.promise };
  };

  const { bot, held } = await start({ CHAOS_HOLD: "after finish" });
  const form = await openSendForm(slack, joon, tests);
  await form.kind("MMS", "image");
  await form.person.fillAll({ to: "joon", text: "Your table", image: picked("table.jpg", jpg()) });
  expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
  await held;
  await bot.stop("SIGKILL");
  const [fileId] = platform.state.files.keys();
  expect(sends(platform)).toEqual([]);

  await start();
  const found = (words: string) => () => slack.messages(tests).find(({ text }) => text.includes(words));
  const patience = { timeoutMs: 15_000 };
  const post = await slack.waitFor(found(heading.notSent), { ...patience, what: "the message not sent" });
  await form.person.click(at(post), "messages.edit");
  await slack.waitFor(() => form.person.views()[0], { what: "the form" });
  expect(form.valueOf("text")).toMatchObject({ value: "Your table" });
  expect(form.valueOf("imageId")).toMatchObject({ selected_option: { value: fileId } });
  expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
  await slack.waitFor(found(heading.accepted), { ...patience, what: "the message" });
  await eventually(() => expect(found(heading.edited)()).toBeDefined());
  expect([...platform.state.files.keys()]).toEqual([fileId]);
  expect(platform.requests.filter(({ path }) => path.startsWith("/storage/"))).toHaveLength(1);
  expect(sends(platform).map(({ body }) => body)).toEqual([
    expect.objectContaining({ message: expect.objectContaining({ imageId: fileId, text: "Your table" }) }),
  ]);
});
