import { postsPerSecond } from "./rate.ts";

// An instance reads this before its own (`--import`): at Slack's fifty edits a minute, and a message a second in on-call's
// conversation, it would take hours to tell these people everything.
Reflect.set(globalThis, Symbol.for("messaging-chatops.trial"), {
  pace: { editMs: 20, editBurst: 50, postMs: 1000 / postsPerSecond },
});
