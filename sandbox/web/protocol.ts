import type { StoredTemplate } from "../platform/state.ts";
import type { Conversation, JsonObject, Person, SlackFile, StoredMessage, View } from "../slack/types.ts";

/** What the server tells the page. Types only: both sides import them, nothing of them runs. */

/** `role`: what the person is there for, as "reviewer"; empty when nobody said. */
export type ShownPerson = Person & { readonly role: string };

export type ShownConversation = Conversation & {
  readonly isMember: boolean;
  readonly hasBot: boolean;
  /** The other person of a direct message; null for channels and for the app's own. */
  readonly withUser: string | null;
};

export type ShownFile = Pick<SlackFile, "id" | "name" | "mimetype"> & { readonly sizeBytes: number };

export type ShownMessage = Pick<
  StoredMessage,
  "conversation" | "ts" | "threadTs" | "author" | "text" | "blocks"
> & {
  readonly files: readonly ShownFile[];
  readonly isEdited: boolean;
  /** null for a message everybody sees. */
  readonly ephemeralId: string | null;
  /** Slack itself speaking, as in `operation_timeout`. */
  readonly isFromSlack: boolean;
};

export type ShownCommand = {
  readonly name: string;
  readonly description: string;
  readonly usageHint: string;
};

export type ShownShortcut = {
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
  readonly type: "global" | "message";
};

export type ShownTemplate = Pick<StoredTemplate, "templateId" | "name" | "content" | "codes">;

/** Everything one person sees at one moment. */
export type Snapshot = {
  /** Grows with each snapshot of this server, so that an older one never replaces a newer one. */
  readonly version: number;
  readonly me: string;
  /** The bot's, in which the page writes times too. */
  readonly timeZone: string;
  readonly app: { readonly name: string; readonly userId: string; readonly dmId: string };
  readonly people: readonly ShownPerson[];
  readonly usergroups: readonly { readonly id: string; readonly handle: string }[];
  readonly conversations: readonly ShownConversation[];
  /** Oldest first; with the person's ephemeral messages among them. */
  readonly messages: readonly ShownMessage[];
  readonly home: View | null;
  /** Open modals, the last one on top. */
  readonly views: readonly View[];
  readonly commands: readonly ShownCommand[];
  readonly shortcuts: readonly ShownShortcut[];
  readonly connections: number;
  readonly outside: {
    /** The platform's mood, as the controls set it. */
    readonly mood: string;
    /** Whether the bot has a process of its own. */
    readonly canKillBot: boolean;
    readonly templates: readonly ShownTemplate[];
    readonly practiceNumbers: readonly {
      readonly number: string;
      /** What the bot calls it; empty where it has no name there. */
      readonly name: string;
      readonly description: string;
    }[];
  };
};

/** A line of the traffic panel. The same key again replaces the line: an exchange that has ended. */
export type TrafficItem = {
  readonly key: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly between: "slack_to_bot" | "bot_to_slack" | "bot_to_platform" | "finding" | "control";
  readonly name: string;
  readonly via: string;
  /** Secrets masked. */
  readonly request: unknown;
  readonly response: unknown;
  /** null while it runs. */
  readonly status: string | null;
  readonly durationMs: number | null;
  readonly isBad: boolean;
};

export type ActReply =
  | {
      readonly ok: true;
      /** What Slack tells the person, or null. */
      readonly trouble: string | null;
      /** What stops a submission, by block id. */
      readonly errors: { readonly [blockId: string]: string };
      readonly options: readonly JsonObject[];
      readonly snapshot: Snapshot;
    }
  | { readonly ok: false; readonly error: string; readonly blockId: string | null };
