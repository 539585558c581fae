import { describe, expect, it } from "vitest";
import { type Chatops, startAppOn, startChatops } from "../support/chatops.ts";
import { firstRow, makeSuite, openList, openSuite, said, save, shows, taken } from "../support/library.ts";
import { dana, joon, mina } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const { runs, recipients } = en;

const twenty = Array.from({ length: 20 }, (_, index) => `p${index}`);
const phones = twenty.map((name, index) => `${name}:010222200${String(index).padStart(2, "0")}`);
const own = ["joon:01000000001", "mina@U0MINA:01022223333", "mina2@U0MINA:01022224444"];
const env = {
  TEST_RECIPIENTS: [...own, ...phones].join(),
  TEST_GROUPS: `qa=joon+mina,twenty=${twenty.join("+")}`,
  OPERATORS: dana,
};
const [phoneOfJoon, phoneOfMina] = ["+82 01000000001", "+82 01022223333"];

const run = ({ slack }: Pick<Chatops, "slack">, typed: string, by = joon) =>
  slack.as(by).command("/msg-test", typed);

const saveAll = async (chatops: Chatops, names: readonly string[]) => {
  for (const name of names) {
    await save(chatops, { name, text: "Thank you for the order" });
    await said(chatops, joon, runs.save.saved(name));
  }
};

/** As much as Slack lets a person type. */
const long = "x".repeat(3000);

/** Starts the app again on the same store, with other settings. */
async function restart(chatops: Chatops, changed: Record<string, string> = {}) {
  await chatops.app.stop();
  Object.assign(chatops, await startAppOn(chatops, { env: { ...env, ...changed } }));
}

/** An operator removes the first saved message of the list. */
async function remove(chatops: Chatops, name: string) {
  const blockId = firstRow(await openList(chatops, dana), "message");
  await chatops.slack.as(dana).press("messages.remove_saved", { blockId });
  await shows(chatops, dana, runs.removed(name));
}

/** Presses the button that changes the first suite of the list. */
async function edit(chatops: Chatops) {
  const blockId = firstRow(await openList(chatops));
  await chatops.slack.as(joon).press("messages.suite", { blockId });
}

const done = ({ slack }: Chatops, count: number, suite: string) => {
  const isDone = ({ text }: { text: string }) => text.includes(`${suite} · ${recipients.title.done(count)}`);
  return slack.waitFor(() => slack.posts().some(isDone), { what: `${suite} is accepted` });
};

describe("a run of a suite", () => {
  it("isn't started by an unknown suite or recipient, and the answer offers similar names", async () => {
    // Each saved message is confirmed by a direct message, and six of them would meet Slack's limit.
    const chatops = await startChatops({ env, slack: { postLimit: null } });
    await saveAll(chatops, ["a1", "a2", "a3", "a4", "a5", "a6"]);
    expect(await makeSuite(chatops, { name: "six", to: ["@twenty"] })).toMatchObject({
      errors: { recipients: runs.many(120, 100) },
    });
    await chatops.slack.as(joon).fillAll({ recipients: ["@qa"] });
    await chatops.slack.as(joon).submit();
    const answers: [typed: string, says: string, by?: string][] = [
      ["sox", runs.unknownSuite("sox")],
      ["“six” nobody", recipients.unknown("nobody", [])],
      [long, runs.unknownSuite(`${long.slice(0, 39)}…`)],
      ["&".repeat(8000), `“${"&amp;".repeat(39)}…”`],
      [`six ${long}`, "nor the name of a test recipient"],
      ["<!channel>", "“@channel”"],
      ["six jon", recipients.unknown("jon", ["joon"])],
      ["six twenty,joon", recipients.many(20, 21)],
      ["six twenty", runs.many(120, 100)],
      ["six 010-9999-8888", recipients.numberAmong],
      ["six me", recipients.notMine],
      ["six me", recipients.whichMine(["mina", "mina2"]), mina],
    ];
    for (const [typed, says, by = joon] of answers) {
      await run(chatops, typed, by);
      await said(chatops, by, says);
    }
    expect(sends(chatops.platform)).toEqual([]);
  });

  it("names the messages and recipients of its suite that no longer exist, and sends nothing", async () => {
    const chatops = await startChatops({ env });
    const { slack } = chatops;
    await saveAll(chatops, ["Login", "Receipt"]);
    await makeSuite(chatops, { name: "release", to: ["@qa"] });
    await restart(chatops, { TEST_RECIPIENTS: "joon:01000000001", TEST_GROUPS: "" });
    await run(chatops, "release");
    await said(chatops, joon, recipients.unknown("qa", []));
    await restart(chatops, { TEST_RECIPIENTS: "", TEST_GROUPS: "" });
    await run(chatops, "release");
    await said(chatops, joon, recipients.unknown("qa", []));
    expect(JSON.stringify((await openList(chatops)).blocks)).toContain(recipients.nobody);
    await slack.as(joon).closeView({ all: true });
    await restart(chatops);
    await remove(chatops, "Login");
    await run(chatops, "release");
    await shows(chatops, joon, runs.confirm.deleted);
    await slack.as(joon).closeView({ all: true });
    await remove(chatops, "Receipt");
    await run(chatops, "release");
    await said(chatops, joon, runs.nothingToSend);
    await edit(chatops);
    await said(chatops, joon, runs.noMessages);
    expect(sends(chatops.platform)).toEqual([]);
  });

  it("leaves out a message with an unknown sender, and its confirmation says which", async () => {
    const chatops = await startChatops({ env: { ...env, SENDER_NUMBERS: "0298765432" } });
    const { platform, person } = chatops;
    await saveAll(chatops, ["Login"]);
    await restart(chatops, { SENDER_NUMBERS: "0212345678" });
    await saveAll(chatops, ["Receipt"]);
    await makeSuite(chatops, { name: "release", to: ["@qa"] });
    await run(chatops, "release");
    await shows(chatops, joon, runs.confirm.costs(2, 2));
    await shows(chatops, joon, runs.confirm.leftOut("Login", en.issues.unknownSender));
    await person.submit();
    await done(chatops, 2, "release");
    expect(sends(platform).every(({ body }) => JSON.stringify(body).includes("0212345678"))).toBe(true);
  });
});

it("a suite changed by two people at once keeps the first change, and refuses the second one", async () => {
  const chatops = await startChatops({ env });
  const { slack } = chatops;
  await saveAll(chatops, ["Login"]);
  await makeSuite(chatops, { name: "release", to: ["@qa"] });
  for (const by of [joon, dana]) await openSuite(chatops, by);
  await slack.as(joon).fillAll({ recipients: [phoneOfJoon] });
  expect(await slack.as(joon).submit()).toMatchObject(taken);
  await slack.as(dana).isRefused({ suiteName: runs.changed }, { recipients: [phoneOfMina] });
  await run(chatops, "release", mina);
  const asked = await shows(chatops, mina, runs.confirm.costs(1, 1));
  expect(JSON.stringify(asked.blocks)).toContain("joon");
});
