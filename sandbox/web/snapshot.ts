import { magicRecipients, type SandboxPlatform } from "../platform/index.ts";
import type { SlackWorkspace } from "../slack/index.ts";
import type { Conversation, Ephemeral, StoredMessage } from "../slack/types.ts";
import type { Offers } from "./manifest.ts";
import type { ShownConversation, ShownMessage, Snapshot } from "./protocol.ts";
import type { LeftBehind } from "./visits.ts";

/** What the default people are there for, in the rights the sandbox gives them. */
const ROLES: Readonly<Record<string, string>> = {
  U0JOON: "sender",
  U0MINA: "reviewer",
  U0SORA: "reviewer",
  U0DANA: "on call, billing, operator",
  U0MINJI: "sender",
  U0EVE: "no rights",
};

/** Newest messages of a conversation that the page draws. */
const SHOWN_MESSAGES = 200;

export type Scene = {
  readonly slack: SlackWorkspace;
  readonly platform: SandboxPlatform;
  readonly offers: Offers;
  readonly timeZone: string;
  /** By number: what the bot calls its test recipients. */
  readonly recipientNames: ReadonlyMap<string, string>;
  /** The platform's mood as the controls set it last. */
  mood: string;
  /** Kills the bot and starts another; null if it has no process of its own. */
  readonly killBot: (() => Promise<void>) | null;
  /** The last snapshot's. */
  version: number;
};

/** Everything that one person sees now on a page that has left some of it behind. */
export function takeSnapshot(scene: Scene, userId: string, left: LeftBehind): Snapshot {
  const { slack } = scene;
  const direct = directWithApp(slack, userId);
  const app = { name: scene.offers.appName, userId: slack.botUserId, dmId: direct.id };
  const visible = slack.conversations.filter((conversation) => isVisible(slack, conversation, userId));
  if (!visible.some(({ id }) => id === direct.id)) visible.push(direct);
  scene.version += 1;
  return {
    version: scene.version,
    me: userId,
    timeZone: scene.timeZone,
    app,
    people: slack.people.map((person) => ({ ...person, role: ROLES[person.id] ?? "" })),
    usergroups: slack.usergroups.map(({ id, handle }) => ({ id, handle })),
    conversations: visible.map((conversation) => toConversation(slack, conversation, userId)),
    messages: [...posted(slack, visible), ...ephemeral(slack, userId, left)].toSorted(byTs),
    home: slack.home(userId),
    views: slack.views(userId).filter(({ rootViewId }) => !left.has(rootViewId)),
    commands: scene.offers.commands,
    shortcuts: scene.offers.shortcuts,
    connections: slack.socket.connections(),
    outside: {
      mood: scene.mood,
      canKillBot: scene.killBot !== null,
      templates: [...scene.platform.state.templates.values()],
      practiceNumbers: Object.entries(magicRecipients).map(([number, { description }]) => ({
        number,
        name: scene.recipientNames.get(number) ?? "",
        description,
      })),
    },
  };
}

/** The direct message with the app, whether or not anything was written in it yet. */
function directWithApp(slack: SlackWorkspace, userId: string): Conversation {
  const members = [userId, slack.botUserId];
  const id = slack.dm(userId)[0]?.conversation ?? `D${userId.slice(1)}`;
  return { id, name: "directmessage", kind: "im", members, isArchived: false, isExternallyShared: false };
}

function isVisible(slack: SlackWorkspace, conversation: Conversation, userId: string): boolean {
  if (conversation.members.includes(userId)) return true;
  const person = slack.people.find(({ id }) => id === userId);
  return conversation.kind === "public" && person?.kind === "member";
}

function toConversation(
  { botUserId }: SlackWorkspace,
  conversation: Conversation,
  userId: string,
): ShownConversation {
  const { kind, members } = conversation;
  const hasBot = members.includes(botUserId);
  const other = kind === "im" && !hasBot ? members.find((member) => member !== userId) : undefined;
  return { ...conversation, isMember: members.includes(userId), hasBot, withUser: other ?? null };
}

function posted(slack: SlackWorkspace, visible: readonly Conversation[]): ShownMessage[] {
  return visible.flatMap(({ id }) => slack.messages(id).slice(-SHOWN_MESSAGES).map(toMessage));
}

function ephemeral(slack: SlackWorkspace, userId: string, left: LeftBehind): ShownMessage[] {
  const own = slack.ephemerals(userId).filter(({ id }) => !left.has(id));
  return own.slice(-SHOWN_MESSAGES).map((each) => fromEphemeral(each, slack.botUserId));
}

function byTs(one: ShownMessage, other: ShownMessage): number {
  return Number(one.ts) - Number(other.ts);
}

function toMessage({
  attachments: _,
  metadata: _data,
  unfurl: _unfurl,
  ...message
}: StoredMessage): ShownMessage {
  const files = message.files.map(({ id, name, mimetype, bytes }) => ({
    id,
    name,
    mimetype,
    sizeBytes: bytes.length,
  }));
  const isEdited = message.editedTs !== null;
  return { ...message, files, isEdited, ephemeralId: null, isFromSlack: false };
}

function fromEphemeral({ id, source, ...said }: Ephemeral, author: string): ShownMessage {
  return {
    ...said,
    ts: id,
    author,
    files: [],
    isEdited: false,
    ephemeralId: id,
    isFromSlack: source === "client",
  };
}
