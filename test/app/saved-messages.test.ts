import { expect, it } from "vitest";
import { startAppOn, startChatops } from "../support/chatops.ts";
import {
  changeMessage,
  firstRow,
  makeSuite,
  openList,
  said,
  save,
  shows,
  taken,
} from "../support/library.ts";
import { dana, joon, mina } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { askToDelete, uploadOne } from "../support/uploaded.ts";
import { en } from "../support/words.ts";

const { runs } = en;
const env = { OPERATORS: dana };

it("a saved message whose image and sender no longer exist asks for a sender and a confirmation", async () => {
  const chatops = await startChatops({ env });
  const { slack, platform, app } = chatops;
  const { fileId } = await uploadOne(chatops, "table.png");
  const { person, shows: hasField } = await openSendForm(slack);
  await person.press("messages.json");
  await hasField("json");
  const message = { to: "01000000001", from: "0212345678", text: "Your table", type: "MMS", imageId: fileId };
  await person.fill("json", JSON.stringify(message));
  await person.press("messages.save");
  await shows(chatops, joon, runs.save.note);
  await person.fillAll({ savedName: "Table" });
  await person.submit();
  await said(chatops, joon, runs.save.saved("Table"));
  await person.closeView({ all: true });
  await (await askToDelete(chatops, joon)).submit();
  await slack.waitFor(() => platform.state.files.size === 0, { what: "the image is deleted" });
  await app.stop();
  await startAppOn(chatops, { env: { ...env, SENDER_NUMBERS: "0298765432" } });
  const list = await openList(chatops);
  await person.press("messages.use_saved", { blockId: firstRow(list, "message") });
  await shows(chatops, joon, en.send.fields.text.label);
  await person.fillAll({ to: "joon" });
  expect(await person.submit()).toMatchObject({ kind: "client_error", errors: { from: expect.any(String) } });
  await person.submits("pushed", { from: "0298765432" });
  await shows(chatops, joon, en.confirm.title);
  expect(sends(platform)).toEqual([]);
});

it("a saved message can be changed only by its author and by operators", async () => {
  const chatops = await startChatops({ env });
  const { slack } = chatops;
  await save(chatops, { name: "Login", text: "Your code is Kiwi" });
  await said(chatops, joon, runs.save.saved("Login"));
  expect(await changeMessage(chatops, mina, "Mina's")).toMatchObject({ errors: { savedName: runs.taken } });
  expect(await save(chatops, { name: "Login", text: "Dana's", as: dana })).toMatchObject({
    errors: { savedName: runs.taken },
  });
  expect(await changeMessage(chatops, dana, "Your code is Plum")).toMatchObject(taken);
  expect(await changeMessage(chatops, joon, "Your code is Pear")).toMatchObject(taken);
  const list = await openList(chatops, mina);
  await slack.as(mina).press("messages.use_saved", { blockId: firstRow(list, "message") });
  await shows(chatops, mina, "Your code is Pear");
});

it("a saved message's name is posted as plain text, without mentions or invisible characters", async () => {
  const chatops = await startChatops({ env: { ...env, TEST_GROUPS: "qa=joon" } });
  const { slack } = chatops;
  const [typed, name] = ["<!channel> <b> *b* \u202e<@U0DANA>\u200b", "@channel <b> *b* @U0DANA"];
  await save(chatops, { name: typed, text: "Thank you for the order" });
  await said(chatops, joon, "@channel &lt;b&gt; ");
  await makeSuite(chatops, { name: "release", to: ["@qa"] });
  await slack.as(joon).command("/msg-test", "release");
  expect(JSON.stringify((await shows(chatops, joon, runs.confirm.costs(1, 1))).blocks)).toContain(name);
  await slack.as(joon).submit();
  const isThere = () => chatops.slack.posts().find(({ text }) => text.includes("SMS"));
  const post = await slack.waitFor(isThere, { what: "the run" });
  expect(post.text).not.toMatch(/<!channel>|<@U0DANA>|\u202e|\u200b/);
  expect(post.text).toContain("@channel &lt;b&gt; *b* @U0DANA");
  for (const seven of ["call 010-1234", "①②③④⑤⑥⑦", "１２３４５６７"]) {
    expect(await save(chatops, { name: seven, text: "Thank you" })).toMatchObject({
      errors: { savedName: runs.naming.digits },
    });
  }
});
