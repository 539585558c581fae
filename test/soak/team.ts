import { defaultConversations, defaultPeople, defaultUserGroups } from "../../sandbox/slack/defaults.ts";
import { IDENTITY } from "../../sandbox/slack/identity.ts";
import type { Conversation, Person, SlackOptions } from "../../sandbox/slack/types.ts";

/** Who sends; half of them read Korean. The first holds a phone, two of the sandbox's own review. */
export const senders = Array.from({ length: 64 }, (_, index) => `U0SOAK${String(index).padStart(3, "0")}`);
const holder = senders[0] ?? "";
export const reviewer = "U0MINA";
const operator = "U0DANA";

/** Test recipients: what the platform does with each is the sandbox's. */
const recipients = {
  plain: "plain:01000000001",
  held: `held@${holder}:01087654321`,
  refused: "refused:01000000003",
  broke: "broke:01000000008",
};

export const conversationIds = Array.from(
  { length: 500 },
  (_, index) => `C0SOAK${String(index).padStart(3, "0")}`,
);

/** Of each fifty one that the app is no member of and one that is archived. */
function conversationAt(id: string, index: number): Conversation {
  const everybody = [...senders, operator, reviewer];
  return {
    id,
    name: `soak-${index}`,
    kind: "public",
    members: index % 50 === 7 ? everybody : [...everybody, IDENTITY.botUserId],
    isArchived: index % 50 === 9,
    isExternallyShared: false,
  };
}

export function team(): Pick<SlackOptions, "people" | "conversations" | "usergroups"> {
  const people = senders.map(
    (id, index): Person => ({
      ...{ id, name: `soak.${index}`, realName: `Soak ${index}` },
      ...{ locale: index % 2 === 0 ? "en-US" : "ko-KR", kind: "member", teamId: IDENTITY.teamId },
    }),
  );
  return {
    people: [...defaultPeople(), ...people],
    conversations: [...defaultConversations(), ...conversationIds.map(conversationAt)],
    usergroups: defaultUserGroups(),
  };
}

/** As an operator would configure it. */
export const settings = {
  SENDERS: senders.join(","),
  FILE_MANAGERS: senders.join(","),
  REVIEWERS: reviewer,
  REQUIRED_APPROVALS: "1",
  TEST_RECIPIENTS: Object.values(recipients).join(","),
  TEST_GROUPS: "both=plain+held",
  PLATFORM_TIMEOUT_MS: "2000",
  DAILY_SEND_LIMIT: "1000000",
};
