import { openStore } from "../../src/store/index.ts";

/* A process that opens a store and holds it until it is killed. Says so, or why it can't. */
const [url] = process.argv.slice(2);
if (url === undefined) throw new Error("usage: store-holder.ts <url>");
try {
  await openStore({ url, owner: "phoneOwner", leaseMs: 60_000, now: () => new Date() });
  console.log("open");
  process.stdin.resume();
} catch (error) {
  console.log(String(error));
}
