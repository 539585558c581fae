import type { BotProcess } from "./bot-process.ts";
import { addExamples } from "./examples.ts";
import { toToldLine } from "./log-line.ts";
import { startSandbox } from "./sandbox.ts";
import { startWeb } from "./web/index.ts";

/** This machine's, so that the bot, the page and the clock of whoever looks at it agree. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
/** Every line of the bot's log, as it is. Above "info" the bot doesn't even say that it is ready. */
const level = ["info", "debug", "trace"].find((name) => name === process.env["LOG_LEVEL"]);
/** The bot's own setting: the language of what it posts for all to read. */
const { LOCALE } = process.env;

const sandbox = await startSandbox({
  slack: { slowAckMs: 1000 },
  env: {
    TIME_ZONE: timeZone,
    ...(level === undefined ? {} : { LOG_LEVEL: level }),
    ...(LOCALE === undefined ? {} : { LOCALE }),
  },
  onLine(line) {
    const words = level === undefined ? toToldLine(line) : line;
    if (words !== null) console.log(words);
  },
});
await addExamples(sandbox);
/** Being killed from the page: its end is no failure. */
let killed: BotProcess | null = null;
const web = await startWeb({
  ...sandbox,
  timeZone,
  async killBot() {
    if (killed !== null) return;
    killed = sandbox.bot;
    try {
      await sandbox.killBot();
      watchBot();
    } finally {
      killed = null;
    }
  },
});

console.log(`
A Slack workspace, a messaging platform and the bot run on this machine. Nothing leaves it.

  Open ${web.url}

Try there: /msg-send joon Hello        a test recipient: sent at once, and Joon is asked whether it arrived
           /msg-send refused Hello     the platform says no
           /msg-send silent Hello      the platform never answers
           /msg-send                   the form
           /msg-test release           a suite: 3 messages to 3 phones, and a table of them

Ctrl-C ends it. LOG_LEVEL=info shows all that the bot logs, LOCALE=ko makes conversations Korean.
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
watchBot();

function watchBot(): void {
  const { bot } = sandbox;
  void bot.exited.then(({ code }) => {
    if (isEnding || bot === killed) return;
    console.error(`The bot ended by itself with code ${code}.`);
    process.exit(1);
  });
}
