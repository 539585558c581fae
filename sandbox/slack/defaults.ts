import { IDENTITY } from "./identity.ts";
import type { Conversation, Person, PersonKind, UserGroup } from "./types.ts";

function person(id: string, realName: string, options: { kind?: PersonKind; locale?: string } = {}): Person {
  const kind = options.kind ?? "member";
  return {
    id,
    name: realName.toLowerCase().replaceAll(" ", "."),
    realName,
    locale: options.locale ?? "en-US",
    kind,
    teamId: kind === "stranger" ? IDENTITY.otherTeamId : IDENTITY.teamId,
  };
}

/** A small team: who sends, who reviews, who is on call, and those who may do nothing. */
export function defaultPeople(): Person[] {
  return [
    person("U0JOON", "Joon Park"),
    person("U0MINA", "Mina Lee"),
    person("U0SORA", "Sora Kim"),
    person("U0DANA", "Dana Choi"),
    person("U0MINJI", "Minji Han", { locale: "ko-KR" }),
    person("U0EVE", "Eve Moss"),
    person("U0GUEST", "Gus Guest", { kind: "guest" }),
    person("U0GONE", "Gwen Gone", { kind: "deactivated" }),
    person("U0OTHER", "Otto Other", { kind: "stranger" }),
  ];
}

const EVERYBODY = ["U0JOON", "U0MINA", "U0SORA", "U0DANA", "U0MINJI", "U0EVE"];

function conversation(
  id: string,
  name: string,
  options: Partial<Pick<Conversation, "kind" | "members" | "isArchived" | "isExternallyShared">> = {},
): Conversation {
  return {
    id,
    name,
    kind: options.kind ?? "public",
    members: options.members ?? [...EVERYBODY, IDENTITY.botUserId],
    isArchived: options.isArchived ?? false,
    isExternallyShared: options.isExternallyShared ?? false,
  };
}

export function defaultConversations(): Conversation[] {
  const bot = IDENTITY.botUserId;
  return [
    conversation("C0TESTS", "sms-tests", { members: [...EVERYBODY, "U0GUEST", bot] }),
    conversation("C0REVIEWS", "reviews"),
    conversation("C0ONCALL", "on-call"),
    conversation("C0GENERAL", "general", { members: [...EVERYBODY] }),
    conversation("G0SECRET", "leads", { kind: "private", members: ["U0MINA", "U0DANA"] }),
    conversation("C0SHARED", "with-partner", {
      members: [...EVERYBODY, "U0OTHER", bot],
      isExternallyShared: true,
    }),
    conversation("C0OLD", "old-campaign", { isArchived: true }),
  ];
}

export function defaultUserGroups(): UserGroup[] {
  return [
    {
      id: "S0REVIEWERS",
      handle: "reviewers",
      name: "Reviewers",
      members: ["U0MINA", "U0SORA"],
      isDisabled: false,
    },
    { id: "S0ONCALL", handle: "oncall", name: "On call", members: ["U0DANA"], isDisabled: false },
  ];
}
