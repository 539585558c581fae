/**
 * Emoji of an operation's state, in every language. Only `❓` asks a person to report; the marks of the three reports
 * differ in shape, to be recognised at a phone's small size.
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
