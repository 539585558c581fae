/**
 * Marks before a title or in a table's cell, by the operation's state, in every language. `❓` alone asks a person to report.
 * The marks of the three reports have different shapes, to be recognised in a phone's small size.
 */
export const marks = {
  accepted: "✅",
  refused: "⛔",
  not_sent: "↩️",
  unknown: "❓",
  arrived: "📬",
  looks_wrong: "👀",
  did_not_arrive: "❌",
  sent_again: "🔁",
  under_way: "⏳",
} as const;
