import { wordsOf } from "../../../locales/index.ts";
import type { Guide } from "../../../slack/edge/guide.ts";
import type { Routes } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import { ids } from "../ids.ts";
import type { SendDeps } from "../send-deps.ts";
import { openLibrary, openSuite, removeSaved, submitSuite, useSaved } from "./library.slack.ts";
import { runAgain, runByName, runListed, submitRun } from "./run.slack.ts";
import { askToSave, submitSave } from "./save.slack.ts";

/** Saved messages, suites, and running one. */
export function runRoutes(deps: SendDeps): Routes {
  return {
    commands: {
      [ids.testCommand]: {
        run: (command) => runByName(command, deps),
        guide: (person) => guideFor(person, deps),
      },
    },
    submissions: {
      [ids.save]: (submission) => submitSave(submission, deps),
      [ids.suite]: (submission) => submitSuite(submission, deps),
      [ids.run]: (submission) => submitRun(submission, deps),
    },
    clicks: {
      [ids.library]: (click) => openLibrary(click, deps),
      [ids.save]: (click) => askToSave(click, deps),
      [ids.useSaved]: (click) => useSaved(click, deps),
      [ids.removeSaved]: (click) => removeSaved(click, deps),
      [ids.suite]: (click) => openSuite(click, deps),
      [ids.run]: (click) => runListed(click, deps),
      [ids.runAgain]: (click) => runAgain(click, deps),
    },
  };
}

function guideFor(person: Person, { maySend }: SendDeps): Guide {
  const { runs, issues } = wordsOf(person.locale);
  const { purpose, list, words, run, save, again } = runs.guide;
  return {
    purpose,
    denied: maySend(person) ? null : issues.notAllowed,
    uses: [
      { words: "", does: list },
      { words, does: run },
    ],
    notes: [save, again],
  };
}
