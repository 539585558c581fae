/**
 * What is posted for a direct message goes to the author's own: that is the same conversation by another name, and
 * between two people the app can't post.
 */
export function isDirectMessage(conversation: string | null): boolean {
  return conversation?.startsWith("D") === true;
}
