import type { Row } from "./guard.ts";

const people = "src/slack/people/people.ts";
const peopleTest = "test/unit/slack/people/people.test.ts";
const standingTest = "test/app/standing.test.ts";

export const standing: readonly Row[] = [
  {
    threat: "Somebody deactivated goes on with what was believed before",
    guards: [
      {
        guard: "Slack's word that an account changed is listened to",
        file: "src/app.ts",
        text: '  app.event("user_change", ({ event }) => people.changed(event.user));\n',
        instead: "",
        test: standingTest,
        only: "counts as soon as",
      },
      {
        guard: "a no counts at once",
        file: people,
        text: 'if (entry !== undefined && standing === "outsider") known',
        instead: 'if (entry !== undefined && id === "") known',
        test: peopleTest,
      },
      {
        guard: "an earlier look-up undoes nothing",
        file: people,
        text: "        if (newest !== lookup) return newest ?? false;\n",
        instead: "",
        test: peopleTest,
      },
      {
        guard: "whoever the app doesn't know is not looked up",
        file: people,
        text: "      if (entry === undefined && !lookups.has(id)) return;\n",
        instead: "      if (entry === undefined) return void (await refresh(id));\n",
        test: peopleTest,
      },
      {
        guard: "whoever left a group is out before it is read again",
        file: "src/slack/people/groups.ts",
        text: "if (group !== undefined && removed.length > 0) {",
        instead: 'if (group !== undefined && id === "") {',
        test: "test/unit/slack/people/groups.test.ts",
      },
    ],
  },
  {
    threat: "An approval counts of somebody who lost the right",
    guards: [
      {
        guard: "each approver is looked up with each approval",
        file: people,
        text: "const isRead = await within(lookupBudgetMs, refresh(id));",
        instead: "const isRead = known.has(id) || (await within(lookupBudgetMs, refresh(id)));",
        test: standingTest,
        only: "doesn't count",
      },
      {
        guard: "and their groups are",
        file: people,
        text: "named.map((group) => groups.changed(group))",
        instead: 'named.map(() => groups.changed(""))',
        test: standingTest,
        only: "left the group",
      },
      {
        guard: "also whoever gives it",
        file: "src/features/templates/proposal.ts",
        text: "!actor.isReviewer || !rules.isReviewer(id)",
        instead: "!actor.isReviewer",
        test: standingTest,
        only: "from an open form",
      },
    ],
  },
];
