import { startSandbox } from "./sandbox.ts";
import { startWeb } from "./web/index.ts";

const sandbox = await startSandbox({
  slack: { slowAckMs: 1000 },
  onLine: (line) => console.log(`bot ${line}`),
});
const web = await startWeb(sandbox);

console.log(`
A Slack workspace, a messaging platform and the bot run on this machine. Nothing leaves it.

  Open ${web.url}

Try there: /msg-send joon Hello        a test recipient: sent at once
           /msg-send refused Hello     the platform says no
           /msg-send silent Hello      the platform never answers
           /msg-send                   the form

Ctrl-C ends it.
`);

let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await web.close();
  await sandbox.close();
  process.exit(0);
}
process.on("SIGINT", end);
process.on("SIGTERM", end);
void sandbox.bot.exited.then(({ code }) => {
  if (isEnding) return;
  console.error(`The bot ended by itself with code ${code}.`);
  process.exit(1);
});
