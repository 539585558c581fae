import { z } from "zod";
import { subjectOf } from "../audit/table.ts";
import type { Tables } from "../database/tables.ts";
import { toJson } from "../database/values.ts";
import { actSubject, listingSubject, questionsSubject } from "../operations/tell-change.ts";
import { undecidedStates } from "../proposals/proposal.ts";

export type Row = Readonly<Record<string, string | number | null>>;

/** Where people's words lie. Of each column the one that says whose they are; null where they are nobody's own. */
export type Part = {
  table: keyof Tables;
  key: readonly string[];
  words?: Readonly<Record<string, string | null>>;
  json?: Readonly<Record<string, string | null>>;
  /** What stands within its JSON, as if it were columns. */
  prepare?: (row: Row) => Row;
  /** The record that it is or belongs to, in the audit. */
  subject?: (row: Row) => string | null;
  /** The operation that it is about, and goes with. */
  about?: (row: Row) => string;
  /** The posts that show it. */
  shownIn?: (row: Row) => string[];
  /** Somebody may still have to do something with it. */
  isOpen?: (row: Row) => boolean;
};

const textOf = (row: Row, column: string) => `${row[column] ?? ""}`;

const isProposal = ({ kind }: Row) => kind === "proposal";

/** Who and what a line under a post tells of. */
const Line = z
  .object({ by: z.string().nullable().catch(null), operation: z.string().nullable().catch(null) })
  .catch({ by: null, operation: null });

/** Kept for a day at most: not worth an edit. */
const isPassing = ({ kind }: Row) => kind === "draft" || kind === "import" || kind === "report";
const Authored = z.object({ author: z.string() }).catch({ author: "" });

/** Operations are looked at first: what is about them goes with them. */
export const parts: readonly Part[] = [
  {
    table: "operations",
    key: ["id"],
    words: { reason: "author", received_words: "phone_owner" },
    json: { request: "author", about: "author", result: "author" },
    subject: (row) => subjectOf.operation(textOf(row, "id")),
    shownIn: (row) => [
      actSubject(textOf(row, "act")),
      ...(row["unknowns_card"] === null ? [] : [listingSubject(textOf(row, "unknowns_card"))]),
      ...(row["questionnaire"] === null ? [] : [questionsSubject(textOf(row, "questionnaire"))]),
    ],
    isOpen: ({ closed_at, outcome, settled_as }) =>
      closed_at === null || (outcome === "unknown" && settled_as === null),
  },
  {
    table: "documents",
    key: ["kind", "id"],
    words: { key: null, subject: null },
    json: { body: null },
    prepare(row) {
      if (isPassing(row)) return { ...row, body: null };
      // The key of a proposal is an id, and its subject is one as well.
      return isProposal(row) ? { ...row, key: null, subject: null } : row;
    },
    subject: (row) => (isProposal(row) ? subjectOf.proposal(textOf(row, "id")) : null),
    shownIn: (row) => (isProposal(row) ? [subjectOf.proposal(textOf(row, "id"))] : []),
    isOpen: (row) => isProposal(row) && undecidedStates.some((state) => state === row["state"]),
  },
  { table: "files", key: ["file_id"], words: { name: null, link: null } },
  {
    table: "posts",
    key: ["id"],
    json: { facts: null },
    shownIn: (row) => [textOf(row, "subject")],
  },
  {
    table: "post_lines",
    key: ["id"],
    json: { event: "by" },
    prepare: (row) => ({ ...row, ...Line.parse(toJson(textOf(row, "event"))) }),
    about: (row) => textOf(row, "operation"),
  },
];

/** What goes as a whole, with its author or with whom it is about. */
export const wholes: readonly (Part & { author?: string; goesWithItsNumber?: true })[] = [
  {
    table: "documents",
    key: ["kind", "id"],
    json: { body: null },
    prepare: (row) => ({
      ...row,
      ...Authored.parse(toJson(textOf(row, "body"))),
      // Of the rest the number alone goes.
      ...(isPassing(row) ? {} : { body: null }),
    }),
    author: "author",
    goesWithItsNumber: true,
  },
  { table: "operation_words", key: ["operation_id", "word"], words: { word: null }, goesWithItsNumber: true },
];
