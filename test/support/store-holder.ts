import { openStore } from "../../src/store/index.ts";

/* A process that opens a store, as the user `uid` if that is given, and holds it until it is killed. Says so, or why it can't. */
const [url, uid] = process.argv.slice(2);
if (url === undefined) throw new Error("usage: store-holder.ts <url> [uid]");
// Here and not by whoever starts it: another user may not be able to read these sources.
if (uid !== undefined) process.setuid?.(Number(uid));
try {
  await openStore({ url, owner: "phoneOwner", leaseMs: 60_000, now: () => new Date() });
  console.log("open");
  process.stdin.resume();
} catch (error) {
  console.log(String(error));
}
