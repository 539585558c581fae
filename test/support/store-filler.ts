import { openStore } from "../../src/store/index.ts";

/*
 * Stores acts in groups of ten until the disk takes no more, and says of each group what it was told, one line of
 * JSON each.
 */
const [url] = process.argv.slice(2);
if (url === undefined) throw new Error("usage: store-filler.ts <url>");
const store = await openStore({ url, owner: "filler", leaseMs: 60_000, now: () => new Date() });
/** Far more than fits. */
const maxGroups = 1000;
const request = { text: "x".repeat(2000) };
for (let group = 0, isFull = false; !isFull && group < maxGroups; group += 1) {
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const id = `${group}-${index}`;
      const told = await store.operations
        .enqueue({ id, kind: "k", author: "U1", conversation: null, request })
        .then(({ kind }) => kind, String);
      return { id, told };
    }),
  );
  console.log(JSON.stringify(answers));
  isFull = answers.some(({ told }) => told !== "stored");
}
// As it would be after a crash: nothing is put in order.
process.kill(process.pid, "SIGKILL");
