import { openStore } from "../../src/store/index.ts";

export type Earlier = {
  count: number;
  /** Whose the one with that number is. */
  author: (index: number) => string;
  /** Who was asked whether it arrived, when it ended. */
  phoneOwner?: string;
  /** When the last of them ended. */
  endedMs: number;
};

/** A store with many accepted messages in it, a second after each other by fifty, written before the app starts. */
export async function fillStore(url: string, { count, author, phoneOwner, endedMs }: Earlier): Promise<void> {
  const together = 50;
  let atMs = endedMs - Math.ceil(count / together) * 1000;
  const store = await openStore({ url, owner: "earlier", leaseMs: 60_000, now: () => new Date(atMs) });
  const send = async (index: number) => {
    const number = String(index).padStart(31, "0");
    const id = `operation-${number}`;
    const request = { message: { to: "01098765432", from: "0212345678", text: `${index}` } };
    const act = { id, kind: "messages.send", author: author(index), conversation: "C0TESTS", request };
    await store.operations.enqueue(act);
    await store.operations.start(id);
    await store.operations.finish(id, {
      outcome: "accepted",
      result: { code: "2000", words: null, status: null, reply: null },
      messageId: `M${number}`,
      // All of it was told long ago.
      notificationFor: () => ({}),
      inTransaction: (operation) => async (trx) => {
        if (phoneOwner !== undefined) await store.receipts.ask(trx, operation, () => phoneOwner);
        return null;
      },
    });
  };
  // Fifty share their commits, and a time.
  for (let from = 0; from < count; from += together) {
    atMs += 1000;
    const length = Math.min(together, count - from);
    await Promise.all(Array.from({ length }, (_, offset) => send(from + offset)));
  }
  await store.close();
}
