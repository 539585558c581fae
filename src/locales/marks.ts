/**
 * With what a title or a table's cell begins, by what became of the operation, in every language: `❓` alone waits for a
 * person's word, and what gave way to a newer try has `🔁`, however that came. The three things that a person may say are
 * three pictures: told apart where a phone shows them small.
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
  edited: "🔁",
  under_way: "⏳",
} as const;
