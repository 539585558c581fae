import { createLibrary, openStore } from "../../src/store/index.ts";
import type { Story } from "./story.ts";
import { held } from "./team.ts";

/** One for each phone that somebody holds: no holder is asked faster than Slack takes it. */
export const suiteNames = held.map(({ group }) => `release-${group}`);

/** Two saved messages for three phones each, as somebody saved them long ago; each time one runs they are wished again. */
export async function laySuite(story: Story, url: string, author: string): Promise<void> {
  const store = await openStore({ url, owner: "before", leaseMs: 60_000, now: () => new Date() });
  const library = store.open(createLibrary);
  for (const [index, { mark }] of story.suite.entries()) {
    const body = { message: { from: "0212345678", text: `${mark} hello`, type: "SMS" } };
    await library.add({ id: mark, kind: "message", name: `message ${index}`, author, body });
  }
  for (const [index, { group }] of held.entries()) {
    const body = { messages: story.suite.map(({ mark }) => mark), recipients: [group, "refused"] };
    await library.add({
      id: `suite-${index}`,
      kind: "suite",
      name: suiteNames[index] ?? group,
      author,
      body,
    });
  }
  await store.close();
}
