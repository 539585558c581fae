import { defaultConversations, defaultPeople, defaultUserGroups } from "../../sandbox/slack/defaults.ts";
import { IDENTITY } from "../../sandbox/slack/identity.ts";
import type { Conversation, Person, SlackOptions } from "../../sandbox/slack/types.ts";
import { postsPerSecond } from "./rate.ts";

/** Who sends; half of them read Korean. Two of the sandbox's own people review and operate. */
export const senders = Array.from({ length: 64 }, (_, index) => `U0SOAK${String(index).padStart(3, "0")}`);
export const reviewer = "U0MINA";
const operator = "U0DANA";

/** Phones that somebody holds, each in a group of its own: so many that no one is asked faster than Slack takes it. */
export const held = senders
  .slice(0, 16)
  .map((phoneOwner, index) => ({ name: `held${index}`, group: `both${index}`, phoneOwner }));

/** Test recipients: what the platform does with each is the sandbox's. */
const recipients = [
  "plain:01000000001",
  "refused:01000000003",
  "broke:01000000008",
  ...held.map(
    ({ name, phoneOwner }, index) => `${name}@${phoneOwner}:010876543${String(index).padStart(2, "0")}`,
  ),
];

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

export function team(): Pick<SlackOptions, "people" | "conversations" | "usergroups" | "postLimit"> {
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
    postLimit: { perSecond: postsPerSecond, burst: 2 * postsPerSecond },
  };
}

/** As an operator would configure it. */
export const settings = {
  SENDERS: senders.join(","),
  FILE_MANAGERS: senders.join(","),
  REVIEWERS: reviewer,
  REQUIRED_APPROVALS: "1",
  TEST_RECIPIENTS: recipients.join(","),
  TEST_GROUPS: held.map(({ name, group }) => `${group}=plain+${name}`).join(","),
  PLATFORM_TIMEOUT_MS: "2000",
  DAILY_SEND_LIMIT: "1000000",
};
