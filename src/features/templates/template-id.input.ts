/** Longer than any id of the platform's (32 characters), and short enough for one line. */
const longest = 64;
/** With what may stand around it: what is longer is not looked at. */
const longestPasted = 256;

/** A template's id as people paste it, between backticks or quotes; null for what can be none. */
export function parseTemplateId(typed: string): string | null {
  const pasted = typed.trim();
  if (pasted.length > longestPasted) return null;
  const id = pasted.replace(/^[`"'“‘<]+|[`"'”’>]+$/g, "");
  return id.length <= longest && /^[A-Za-z0-9_-]+$/.test(id) ? id : null;
}
