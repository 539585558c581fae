/** The sandbox's conversations and people, by the ids that Slack gives them. */
export const tests = "C0TESTS";
export const reviews = "C0REVIEWS";
export const onCall = "C0ONCALL";
export const general = "C0GENERAL";
/** The bot isn't in it; Mina and Dana are. */
export const secret = "G0SECRET";
/** With another organisation. */
export const shared = "C0SHARED";

export const joon = "U0JOON";
export const mina = "U0MINA";
export const sora = "U0SORA";
/** On call, and an operator. */
export const dana = "U0DANA";
/** Her Slack is Korean. */
export const minji = "U0MINJI";
/** A member without any right. */
export const eve = "U0EVE";
export const guest = "U0GUEST";
