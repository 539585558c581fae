import { createPlatformList } from "../../lists/read-list.ts";
import { type PlatformClient, readAllPayments } from "../../platform/index.ts";
import type { Routes } from "../../slack/edge/router.ts";
import { ids } from "./ids.ts";
import { type PaymentDeps, showPayments, turnPage } from "./payments.slack.ts";
import { paymentGuide } from "./payments.view.ts";

export type PaymentOptions = Omit<PaymentDeps, "read"> & { platform: Pick<PlatformClient, "listPayments"> };

/** The account's payment methods: to the asker alone, and only to those who may see them. */
export function paymentRoutes({ platform, ...rest }: PaymentOptions): Routes {
  const read = createPlatformList((signal) => readAllPayments(platform, {}, { signal }), rest.now);
  const deps: PaymentDeps = { ...rest, read };
  return {
    commands: {
      [ids.command]: {
        run: (command) => showPayments(command, 0, deps),
        guide: (person) => paymentGuide(deps.wordsOf(person.locale), deps.mayView(person)),
      },
    },
    clicks: { [ids.page]: (click) => turnPage(click, deps) },
  };
}
