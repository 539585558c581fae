import type { Renderer } from "../../src/slack/posts/queue.ts";
import type { NewPost } from "../../src/store/index.ts";

/** What a post says, drawn from its facts as they are stored. */
export async function renderedText(
  renderers: Readonly<Record<string, Renderer>>,
  { subject, audience, kind, destinations, facts }: NewPost,
): Promise<string> {
  const picture = await renderers[kind]?.render({
    ...{ id: 1, claim: "", subject, audience, kind },
    facts: facts === undefined ? null : JSON.parse(JSON.stringify(facts)),
    ...{ destination: destinations[0] ?? "", destinations },
    ...{ message: null, line: null, attempts: 0, mayRepeat: false },
  });
  return picture?.text ?? "";
}
