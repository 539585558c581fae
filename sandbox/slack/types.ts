/** What the local Slack workspace offers to tests, the demo and the browser page. Wire names stay inside. */

export type JsonObject = { [key: string]: unknown };

/** `stranger` is a member of another organisation, seen through a shared conversation. */
export type PersonKind = "member" | "guest" | "single_channel_guest" | "deactivated" | "stranger" | "bot";

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  /** IETF tag as Slack gives it, `en-US` or `ko-KR`. */
  readonly locale: string;
  readonly kind: PersonKind;
  readonly teamId: string;
};

export type ConversationKind = "public" | "private" | "im";

export type Conversation = {
  readonly id: string;
  readonly name: string;
  readonly kind: ConversationKind;
  /** User ids; the bot is in the conversation when its id is among them. */
  members: string[];
  isArchived: boolean;
  /** Shared with another organisation through Slack Connect. */
  isExternallyShared: boolean;
};

export type UserGroup = {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  members: string[];
  isDisabled: boolean;
};

export type SlackFile = {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly filetype: string;
  readonly bytes: Uint8Array;
  readonly owner: string;
  /** The conversation it was shared in; null when it was picked in a form of the app's. */
  readonly sharedIn: string | null;
  /** What a payload carries: everything, or only an id that `files.info` resolves (Slack Connect). */
  readonly access: "visible" | "check_file_info";
};

export type StoredMessage = {
  readonly conversation: string;
  readonly ts: string;
  /** The parent's ts for a reply in a thread. */
  readonly threadTs: string | null;
  /** User id of the author; the bot's own id for what the app posted. */
  readonly author: string;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  readonly attachments: readonly JsonObject[];
  readonly metadata: JsonObject | null;
  readonly files: readonly SlackFile[];
  /** When it was last changed by chat.update or a response_url; null when never. */
  readonly editedTs: string | null;
  readonly unfurl: { readonly links: boolean; readonly media: boolean };
};

export type EphemeralSource = "ack" | "response_url" | "client";

/** A message only one person sees. `client` is Slack itself speaking, as in `operation_timeout`. */
export type Ephemeral = {
  readonly id: string;
  readonly conversation: string;
  readonly to: string;
  readonly threadTs: string | null;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  readonly source: EphemeralSource;
};

/** `values[blockId][actionId]`, each as Slack puts it in `view.state.values`. */
export type StateValues = { [blockId: string]: { [actionId: string]: JsonObject } };

export type View = {
  readonly id: string;
  readonly type: "modal" | "home";
  readonly hash: string;
  readonly userId: string;
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly title: string;
  /** Button texts; null when the view has no such button of its own. */
  readonly submit: string | null;
  readonly close: string | null;
  readonly blocks: readonly JsonObject[];
  readonly values: StateValues;
  /** What the bot answered with `response_action: errors`, by block id; cleared by the next submission. */
  readonly errors: { readonly [blockId: string]: string };
  /** The banner Slack shows when a submission got no answer in time; null without one. */
  readonly trouble: string | null;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  readonly clearOnClose: boolean;
};

export type Ack = {
  /** HTTP status; 200 for a socket. */
  readonly status: number;
  /** Parsed JSON, the plain text, or null when empty. */
  readonly body: unknown;
  readonly latencyMs: number;
};

export type DeliveryKind =
  | "command"
  | "shortcut"
  | "message_action"
  | "block_actions"
  | "block_suggestion"
  | "view_submission"
  | "event";

export type Delivery = {
  readonly id: string;
  readonly kind: DeliveryKind;
  readonly payload: JsonObject;
  readonly via: "socket" | "http";
  /** null over HTTP, and when no socket was there to take it. */
  readonly envelopeId: string | null;
  /** null when none came within 3 s, or nobody was there to ask. */
  readonly ack: Ack | null;
  /** Why there is no ack: nobody was there, the connection was cut meanwhile, or the bot was silent, which alone is its fault. */
  readonly lost: "absent" | "cut" | "silent" | null;
  /** What Slack itself told the person because of this delivery (`operation_timeout`, a warning triangle), or null. */
  readonly trouble: string | null;
};

export type TrafficVia = "socket" | "http" | "web_api" | "response_url" | "file" | "fault";

/** Put into the list when it starts (status null) and completed in place; the `traffic` event comes both times. */
export type TrafficEntry = {
  readonly id: number;
  readonly at: Date;
  readonly direction: "to_bot" | "from_bot";
  readonly via: TrafficVia;
  /** Web API method, payload type or path. */
  readonly name: string;
  /** Tokens left out. */
  readonly request: unknown;
  response: unknown;
  status: number | null;
  durationMs: number | null;
};

/** The bot broke a rule of Slack's. `method` is a Web API method, a payload type or `response_url`. */
export type Finding = {
  readonly at: Date;
  readonly method: string;
  readonly rule: string;
  readonly detail: string;
};

export type SlackEvent =
  | {
      readonly kind: "message";
      readonly change: "posted" | "updated" | "deleted";
      readonly message: StoredMessage;
    }
  | {
      readonly kind: "ephemeral";
      readonly change: "posted" | "updated" | "deleted";
      readonly ephemeral: Ephemeral;
    }
  | {
      readonly kind: "view";
      readonly change: "opened" | "updated" | "pushed" | "closed";
      readonly userId: string;
      readonly view: View;
    }
  | { readonly kind: "home"; readonly userId: string; readonly view: View }
  | { readonly kind: "traffic"; readonly entry: TrafficEntry }
  | { readonly kind: "finding"; readonly finding: Finding }
  | { readonly kind: "connection"; readonly connections: number };

type DeliveryTransport =
  | { readonly kind: "socket" }
  /** `requestUrl` may be given later with setRequestUrl. */
  | { readonly kind: "http"; readonly requestUrl?: string };

export type SlackOptions = {
  /** The parsed manifest.yml: what it does not declare is neither delivered nor allowed. */
  readonly manifest: unknown;
  readonly delivery: DeliveryTransport;
  readonly people?: readonly Person[];
  readonly conversations?: readonly Conversation[];
  readonly usergroups?: readonly UserGroup[];
  readonly port?: number;
  readonly now?: () => Date;
  /** What Slack's three seconds are counted by, in milliseconds. Default the time that passes here. */
  readonly waitedMs?: () => number;
  /** An acknowledgement slower than this is a finding. Default 1 s; Slack itself gives up after 3 s. */
  readonly slowAckMs?: number;
  /** Posts a second and conversation, after a burst; null switches the limit off. Default 1 a second after 5. */
  readonly postLimit?: { readonly perSecond: number; readonly burst: number } | null;
  /** Calls a minute by method, as Slack's tiers promise. Default true. */
  readonly methodLimits?: boolean;
  /** When un-acked events come again. Default 0, 60 and 300 s, as Slack documents. */
  readonly eventRetryDelaysMs?: readonly number[];
};
