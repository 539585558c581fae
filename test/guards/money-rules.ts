import type { Row } from "./guard.ts";

export const moneyRules: readonly Row[] = [
  {
    threat: "A link or an id goes out with a character that nobody saw",
    guards: [
      {
        guard: "a link has no such character, and no space",
        file: "src/platform/limits.ts",
        text: "refuse(findStray(link), context)",
        instead: "refuse(findStray(link) && undefined, context)",
        test: "test/app/invisible.test.ts",
        only: "never go out",
      },
      {
        guard: "nor has an id",
        file: "src/platform/limits.ts",
        text: "refuse(findInvisible(text), context)",
        instead: "refuse(findInvisible(text) && undefined, context)",
        test: "test/app/invisible.test.ts",
        only: "never go out",
      },
    ],
  },
  {
    threat: "An unknown outcome is sent again and again",
    guards: [
      {
        guard: "no further try while one is open",
        file: "src/store/operations/tries.ts",
        text: "    tries.find(({ outcome }) => outcome === null) ??\n",
        instead: "",
        test: "test/contract/store.sqlite.test.ts",
        only: "the tries of one root",
      },
      {
        guard: "a further try only from a form that shows the newest",
        file: "src/store/operations/tries.ts",
        text: "(newest.id === again.newest ? undefined : newest)",
        instead: '(newest.id === "" ? newest : undefined)',
        test: "test/contract/store.sqlite.test.ts",
        only: "the tries of one root",
      },
      {
        guard: "with a reason while any is unknown",
        file: "src/store/operations/tries.ts",
        text: "return reason === undefined && isHarmless !== true;",
        instead: 'return reason === "" && isHarmless !== true;',
        test: "test/contract/store.sqlite.test.ts",
        only: "the tries of one root",
      },
      {
        guard: "whether one got through is looked at before each attempt",
        file: "src/store/operations/tries.ts",
        text: "root !== id && (await hasHappenedBefore(context, trx, { id, root, accepted }))",
        instead: 'root === "" && (await hasHappenedBefore(context, trx, { id, root, accepted }))',
        test: "test/unit/operations/repeats.test.ts",
      },
      {
        guard: "of what is just being stored too",
        file: "src/operations/runner.ts",
        text: 'if (outcome === "accepted") this.#accepted.add(id);',
        instead: "",
        test: "test/unit/operations/repeats.test.ts",
      },
    ],
  },
  {
    threat: "Somebody sends without end",
    guards: [
      {
        guard: "the limit of a person and day",
        file: "src/store/operations/enqueue.ts",
        text: "where quotas.used + excluded.used <= ",
        instead: "where quotas.used <= ",
        test: "test/contract/store.sqlite.test.ts",
        only: "quotas",
      },
      {
        guard: "of uploads too",
        file: "src/features/files/index.ts",
        text: "          { ...views, quota: app.quota },",
        instead: "          views,",
        test: "test/app/daily-limit.test.ts",
        only: "uploads",
      },
      {
        guard: "and of comments to vendors",
        file: "src/features/templates/index.ts",
        text: "          quota: app.quota,\n",
        instead: "",
        test: "test/app/daily-limit.test.ts",
        only: "comments",
      },
    ],
  },
  {
    threat: "A wrong number",
    guards: [
      {
        guard: "anybody but a test recipient is refused where the policy says so",
        file: "src/features/messages/policy.ts",
        text: 'recipientPolicy === "test-only" && !isListed',
        instead: 'recipientPolicy === "test-only" && !isListed && to === ""',
        test: "test/unit/features/messages/policy.test.ts",
      },
      {
        guard: "a number that could be one of two countries is refused",
        file: "src/phone-number.ts",
        text: 'return isCarriers ? carried : { problem: "two_countries" };',
        instead: "return isCarriers ? carried : usual;",
        test: "test/unit/phone-number-parsing.test.ts",
      },
      {
        guard: "two numbers in one are refused",
        file: "src/phone-number.ts",
        text: 'return isSeveral ? { problem: "two_numbers" } : number;',
        instead: "return number;",
        test: "test/unit/phone-number-parsing.test.ts",
      },
      {
        guard: "a recipient at the beginning of a command's text is asked about",
        file: "src/features/messages/send.slack.ts",
        text: "if (isDoubtful || input.testRecipient === null) return confirmQuickly",
        instead: "if (input.testRecipient === null) return confirmQuickly",
        test: "test/app/typed-recipients.test.ts",
      },
    ],
  },
  {
    threat: "Rules change, or night falls, between the form and the request",
    guards: [
      {
        guard: "recipients and senders are looked at in the last step",
        file: "src/features/messages/policy.ts",
        text: "  if (issue !== null) return issue;\n  const isQuiet",
        instead: "  const isQuiet",
        test: "test/unit/features/messages/policy.test.ts",
      },
      {
        guard: "advertisements too",
        file: "src/features/messages/policy.ts",
        text: 'isQuiet ? { problem: "quiet_hours" } : null',
        instead: 'isQuiet && at.getTime() === 0 ? { problem: "quiet_hours" } : null',
        test: "test/unit/features/messages/policy.test.ts",
      },
      {
        guard: "before each further attempt",
        file: "src/operations/runner.ts",
        text: "const code = obstacle();",
        instead: "const code = isAgain ? null : obstacle();",
        test: "test/unit/operations/further-attempts.test.ts",
      },
    ],
  },
  {
    threat:
      "A process stands still before a first or a further attempt, and what it had under way is taken for dead and sent again by a person",
    guards: [
      {
        guard: "a further attempt is asked for in the store",
        file: "src/platform/call.ts",
        text: "      if (again === null) throw error;\n      isInTime = again;",
        instead: "      isInTime = again ?? isInTime;",
        test: "test/unit/operations/further-attempts.test.ts",
      },
      {
        guard: "only its starter tries again",
        file: "src/store/operations/tries.ts",
        text: 'started.where("started_by", "=", context.owner)',
        instead: 'started.where("started_by", "<>", "")',
        test: "test/contract/store.sqlite.test.ts",
        only: "recovery",
      },
      {
        guard: "nothing leaves unasked once others may take this instance for dead",
        file: "src/operations/runner.ts",
        text: "root === id && isOwned(work.ageMs?.() ?? Number.POSITIVE_INFINITY)",
        instead: "root === id",
        test: "test/unit/operations/further-attempts.test.ts",
      },
      {
        guard: "nor where they could have, before the newest beat",
        file: "src/operations/recovery.ts",
        text: " && ageMs < unbrokenMs",
        instead: " && ageMs < unbrokenMs + 1e9",
        test: "test/unit/operations/lapsed-beat.test.ts",
      },
      {
        guard: "its first byte leaves within 30 s",
        file: "src/platform/call.ts",
        text: "() => sinceAskedMs() <= leaveHoldsMs",
        instead: "() => sinceAskedMs() <= leaveHoldsMs * 1000",
        test: "test/unit/operations/further-attempts.test.ts",
      },
    ],
  },
  {
    threat: "An answer that a gateway gives twice says what became of the next message",
    guards: [
      {
        guard: "a result that names another recipient says nothing",
        file: "src/platform/messages.ts",
        text: 'if (isOtherNumber(reply.to ?? "", context)) throw toStrayError(context);',
        instead: 'if (isOtherNumber("", context)) throw toStrayError(context);',
        test: "test/unit/platform/replies.test.ts",
      },
    ],
  },
  {
    threat: "A form that shows other fields than were filled in",
    guards: [
      {
        guard: "a form whose fields aren't its kind's comes back",
        file: "src/features/messages/send.slack.ts",
        text: "if (whole !== null) return showForm(submission, whole, deps);",
        instead: "if (whole !== null && form.isJson) return showForm(submission, whole, deps);",
        test: "test/app/send-form.test.ts",
      },
    ],
  },
  {
    threat:
      "A message goes with a template that a vendor rejected, or that changed since the message was saved",
    guards: [
      {
        guard: "the last look names what was seen of the template's vendors",
        file: "src/features/messages/warnings.ts",
        text: "if (status === null || !isNotApproved(status)) return [];",
        instead: 'if (status === null || !isNotApproved(status) || vendor !== "") return [];',
        test: "test/app/template-warnings.test.ts",
      },
      {
        guard: "and that its content changed since",
        file: "src/features/messages/warnings.ts",
        text: "changed.at > writtenAt",
        instead: "changed.at === null",
        test: "test/app/template-warnings.test.ts",
      },
    ],
  },
  {
    threat: "A paid blank message",
    guards: [
      {
        guard: "a message that shows nothing is refused as typed",
        file: "src/features/messages/send.input.ts",
        text: 'if (issues.length === 0 && "body" in checked && saysNothing(checked.body)) issues.push(textMissing);',
        instead: "",
        test: "test/unit/features/messages/send-input.test.ts",
      },
      {
        guard: "and as JSON",
        file: "src/features/messages/send.input.ts",
        text: "...(saysNothing(body) ? [refuse(textMissing.issue, textMissing.field)] : []),",
        instead: "",
        test: "test/app/json.test.ts",
      },
      {
        guard: "so is a messenger's kind with none of its own fields",
        file: "src/features/messages/send.input.ts",
        text: "...(unread.length === 0 ? findBareKind(kind, body) : [])",
        instead: "...(unread.length === -1 ? findBareKind(kind, body) : [])",
        test: "test/unit/features/messages/send-input.test.ts",
      },
    ],
  },
  {
    threat: "Something leaves that nobody was shown",
    guards: [
      {
        guard: "the confirmation shows every field whole",
        file: "src/slack/blocks/modal.ts",
        text: "...lines.filter(isLong).flatMap((line) => inParts(foreignText(line)).map(toSection)),",
        instead: "...lines.filter(isLong).map((line) => toSection(foreignText(line).slice(0, 2900))),",
        test: "test/unit/features/messages/form-limits.test.ts",
        only: "is shown whole",
      },
      {
        guard: "all fields are among what is shown",
        file: "src/features/messages/confirm.view.ts",
        text: "return [...renderFacts(body.message, words), ...others];",
        instead: "return [...renderFacts(body.message, words), ...others.slice(1)];",
        test: "test/unit/features/messages/form-limits.test.ts",
        only: "is shown whole",
      },
      {
        guard: "what Slack can't show so is not confirmed",
        file: "src/features/messages/confirm.slack.ts",
        text: "return fitsModal(view) ? { view } :",
        instead: "return fitsModal(view) || draft !== null ? { view } :",
        test: "test/unit/features/messages/send-slack.test.ts",
        only: "more than Slack can show",
      },
    ],
  },
];
