import type { Button } from "@slack/types";
import type { Within } from "../../deadline.ts";
import { Page, turnTo } from "../../lists/paged-list.ts";
import type { ReadPlatformList } from "../../lists/read-list.ts";
import { showList } from "../../lists/show-list.ts";
import type { Catalogue } from "../../locales/index.ts";
import { explainPlatformFailure } from "../../outcomes/reasons.ts";
import type { PeopleList } from "../../people-list.ts";
import type { PaymentMethod } from "../../platform/index.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { renderNoRight } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import { ids } from "./ids.ts";
import { renderPayments } from "./payments.view.ts";

export type PaymentDeps = {
  read: ReadPlatformList<PaymentMethod>;
  mayView: (person: Person) => boolean;
  /** Whom to ask who may not. */
  operators: PeopleList;
  /** IANA name. */
  timeZone: string;
  toConsole: (words: Catalogue) => readonly Button[];
  within: Within;
  now: () => Date;
};

/** `/msg-payments`, and the buttons below it: the right to see is asked for each time. */
export async function showPayments(to: Command | Click, page: number, deps: PaymentDeps): Promise<void> {
  const { words, format } = to;
  if (!deps.mayView(to.person)) {
    await to.ack();
    return to.answer(renderNoRight(words.payments.notAllowed, deps.operators, words.common.access));
  }
  const { title } = words.payments;
  await showList(to, {
    title,
    read: deps.read,
    render: (reading) =>
      renderPayments(reading, page, {
        words,
        format,
        timeZone: deps.timeZone,
        now: deps.now(),
        toConsole: deps.toConsole(words),
      }),
    explain: (error) => explainPlatformFailure(error, words),
    retry: { actionId: ids.page, text: words.lists.retry, value: String(page) },
    loading: words.lists.loading(title),
    within: deps.within,
  });
}

export async function turnPage(click: Click, deps: PaymentDeps): Promise<void> {
  await turnTo(click, Page, {
    show: (page) => showPayments(click, page, deps),
    outdated: click.words.edge.outdated,
  });
}
