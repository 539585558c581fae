/** How Slack says where a modal stands. */
type Standing = { previous_view_id: string | null; root_view_id: string | null };

/** Slack stacks three modals and refuses a fourth: what would stand over the third one takes its place. */
export function hasRoomAbove({ previous_view_id: previous, root_view_id: root }: Standing): boolean {
  return previous === null || previous === root;
}
