/** The kinds of messages that have a price, in the platform's order. */
export const kinds = ["sms", "lms", "mms", "ata", "cta", "cti"] as const;
