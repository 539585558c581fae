import { createLibrary, openStore } from "../../src/store/index.ts";
import type { Story } from "./story.ts";

export const suiteName = "release";

/** Two saved messages for three phones, as somebody saved them long ago; each time it runs they are wished again. */
export async function laySuite(story: Story, url: string, author: string): Promise<void> {
  const store = await openStore({ url, owner: "before", leaseMs: 60_000, now: () => new Date() });
  const library = store.open(createLibrary);
  for (const [index, { mark }] of story.suite.entries()) {
    const body = { message: { from: "0212345678", text: `${mark} hello`, type: "SMS" } };
    await library.add({ id: mark, kind: "message", name: `message ${index}`, author, body });
  }
  const body = { messages: story.suite.map(({ mark }) => mark), recipients: ["both", "refused"] };
  await library.add({ id: "suite", kind: "suite", name: suiteName, author, body });
  await store.close();
}
