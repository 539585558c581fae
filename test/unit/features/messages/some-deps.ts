import { within } from "../../../../src/deadline.ts";
import type { SendDeps } from "../../../../src/features/messages/send-deps.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import type { Locale } from "../../../../src/locales/index.ts";

/** Dependencies with a store that never finishes saving a draft. */
export const deps = {
  operations: {
    perform: async () => {
      throw new Error("nothing is to be sent");
    },
  },
  store: {
    operations: {
      get: async () => null,
      countUsed: async () => 0,
      ofAct: async () => [],
      list: async () => ({ operations: [], next: null }),
    },
    drafts: { save: () => new Promise(() => {}), get: async () => null },
  },
  rules: {
    senderNumbers: ["0212345678"],
    testRecipients: [],
    recipientPolicy: "confirm",
    quietAdverts: "on",
  },
  maySend: () => true,
  noAccess: () => ({ text: "", blocks: [] }),
  quota: () => ({ day: "2026-11-21", limit: 100 }),
  formatOf: (locale: Locale) => createFormat(locale, "Asia/Seoul"),
  agent: {},
  prices: async () => null,
  channels: async () => null,
  files: { get: async () => null, list: async () => [] },
  imageUpload: () => undefined,
  templates: { get: async () => null, list: async () => [] },
  lists: { nameCountry: () => null, searchCountries: () => ({ kind: "unknown" }) },
  newId: () => "id",
  within,
  now: () => new Date(),
  onDraftFailure: () => {},
  onStoreFailure: () => {},
} as unknown as SendDeps;
