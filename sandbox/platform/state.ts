import { seedChannels } from "./channels-seed.ts";
import { seedPayments } from "./payments-seed.ts";
import { seedTemplates } from "./templates-seed.ts";

export type FileType = "DOCUMENT" | "CHAT" | "MMS";

export type StoredFile = {
  chat: { vendorA: string | null; vendorB: string | null };
  type: FileType;
  originalName: string;
  link: string | null;
  /** Pixels. */
  width: number | null;
  height: number | null;
  /** Bytes. */
  fileSize: number | null;
  fileId: string;
  name: string;
  url: string;
  accountId: string;
  references: string[];
  dateCreated: string;
  dateUpdated: string;
};

export type StoredChannel = {
  pfId: string;
  searchId: string;
  accountId: string;
  senderKeys: { key: string; service: string; categoryCode: string }[];
  phoneNumber: string;
  dateCreated: string;
  dateUpdated: string;
};

export type Vendor = "vendorA" | "vendorB";

export type TemplateComment = { isAdmin: boolean; memberId: string; content: string; dateCreated: string };

type TemplateCode = { status: string; code: string; service: Vendor; comments: TemplateComment[] };

export type TemplateButton = {
  buttonType: string;
  buttonName: string;
  linkMo?: string | undefined;
  linkPc?: string | undefined;
  linkAnd?: string | undefined;
  linkIos?: string | undefined;
};

export type StoredTemplate = {
  isHidden: boolean;
  accountId: string;
  templateId: string;
  name: string;
  pfId: string;
  codes: TemplateCode[];
  content: string;
  dateCreated: string;
  dateUpdated: string;
  buttons: TemplateButton[];
};

export type MessageResult = {
  groupId: string;
  messageId: string;
  accountId: string;
  statusMessage: string;
  statusCode: string;
  to: string;
  from: string;
  type: string;
  country: string;
};

/** An accepted message: the result that was answered (or lost on its way) and the request behind it. */
type StoredMessage = { result: MessageResult; request: unknown; at: string };

export type StoredPayment = { autoRecharge: number; expDate: string; _id: string; description: string };

/** All that the stand-in knows. Tests and the sandbox page read it; payments and channels may be changed. */
export type PlatformState = {
  accountId: string;
  memberId: string;
  senderNumbers: string[];
  messages: StoredMessage[];
  files: Map<string, StoredFile>;
  /** SHA-256 of the bytes of every file that was ever stored, by its id. */
  fileHashes: Map<string, string>;
  templates: Map<string, StoredTemplate>;
  channels: StoredChannel[];
  payments: StoredPayment[];
  /** Feeds the ids, so that they are unique and repeatable. */
  nextCount(): number;
};

/** Creates the state with its seeded channels, templates and payment methods. */
export function createState(senderNumbers: readonly string[], now: Date): PlatformState {
  const accountId = "26010100000001";
  const memberId = "MEMBER0000000000000000000000SBOX";
  const channels = seedChannels(accountId);
  let count = 0;
  return {
    accountId,
    memberId,
    senderNumbers: [...senderNumbers],
    messages: [],
    files: new Map(),
    fileHashes: new Map(),
    templates: new Map(
      seedTemplates({ accountId, memberId, channels }).map((each) => [each.templateId, each]),
    ),
    channels,
    payments: seedPayments(now),
    nextCount() {
      count += 1;
      return count;
    },
  };
}
