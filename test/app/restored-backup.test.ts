import { rename, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";

it.skipIf(process.env["STORIES_IN"] === "postgres")(
  "a restored backup of the store sends nothing again, and shows what was open in it as unknown",
  async () => {
    const chatops = await startChatops();
    const { slack, platform, env, app } = chatops;
    const send = (text: string) => slack.as(joon).command("/msg-send", text);
    const accepted = () => slack.messages(tests).filter(({ text }) => text.includes("accepted"));
    platform.faults.next({ kind: "silence" });
    await send("joon Open at the backup");
    await eventually(() => expect(platform.state.messages).toHaveLength(1));

    const path = env["DATABASE_URL"]!.replace("file:", "");
    const running = new DatabaseSync(path, { readOnly: true });
    running.exec(`vacuum into '${path}.copy'`);
    running.close();
    platform.faults.release();
    await slack.waitFor(() => accepted().length === 1, { what: "the first result" });
    await send("joon After the backup");
    await slack.waitFor(() => accepted().length === 2, { what: "the second result" });
    await app.stop();

    await Promise.all([`${path}-wal`, `${path}-shm`].map((file) => rm(file, { force: true })));
    await rename(`${path}.copy`, path);
    await startAppOn(chatops);
    await slack.waitFor(() => slack.messages(tests).length === 3, { what: "the post about the open one" });
    expect(slack.messages(tests).at(-1)?.text).toContain("outcome unknown");
    expect(accepted()).toHaveLength(2);
    expect(sends(platform)).toHaveLength(2);
  },
);
