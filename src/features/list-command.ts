import type { z } from "zod";
import { type ListRequest, showList, turnTo } from "../lists/show-list.ts";
import { type Catalogue, wordsOf } from "../locales/index.ts";
import { explainPlatformFailure } from "../outcomes/reasons.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import type { Click, Command, CommandRoute } from "../slack/edge/interaction.ts";
import type { AppContext, Feature } from "./feature.ts";

export type ListCommand<Query, T> = {
  /** `page`: id of the buttons below the list, followed by `:` and the button's own suffix. */
  ids: { command: string; page: string; open: string };
  query: z.ZodType<Query>;
  /** Parses the text after the command; the text is empty for the button on Home. */
  parse: (text: string) => Query;
  guide: CommandRoute["guide"];
  title: (words: Catalogue) => string;
  /** Returns the answer to a person who may not see the list; null for others. */
  refuse?: (to: Command | Click) => Answer | null;
  read: (query: Query) => Promise<T>;
  render: (value: T, query: Query, to: Command | Click) => Answer;
};

export function listCommand<Query, T>(
  { within }: Pick<AppContext, "within">,
  { ids, query: shape, title, refuse, ...list }: ListCommand<Query, T>,
): Pick<Feature, "routes"> & { home: NonNullable<Extract<Feature["home"], (...given: never[]) => unknown>> } {
  async function show(to: Command | Click, query: Query): Promise<void> {
    const { words } = to;
    const refusal = refuse?.(to) ?? null;
    if (refusal !== null) {
      await to.ack();
      return to.answer(refusal);
    }
    const request: ListRequest<T> = {
      title: title(words),
      read: () => list.read(query),
      render: (value) => list.render(value, query, to),
      explain: (error) => explainPlatformFailure(error, words),
      retry: { actionId: ids.page, text: words.lists.retry, value: JSON.stringify(query) },
      loading: words.lists.loading(title(words)),
      within,
    };
    await showList(to, request);
  }

  return {
    routes: {
      commands: {
        [ids.command]: { run: (command) => show(command, list.parse(command.text)), guide: list.guide },
      },
      clicks: {
        [ids.page]: (click) => turnTo(click, shape, (query) => show(click, query)),
        [ids.open]: (click) => show(click, list.parse("")),
      },
    },
    home: ({ locale }) => ({ buttons: [{ actionId: ids.open, text: title(wordsOf(locale)) }] }),
  };
}
