import { parseISO } from "date-fns/parseISO";

/** A moment as the platform writes it. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Null of what is none: JavaScript itself would make a year of almost any number in it. */
export function parseDate(written: string | null): Date | null {
  if (written === null || !moment.test(written)) return null;
  const date = parseISO(written);
  return Number.isNaN(date.getTime()) ? null : date;
}
