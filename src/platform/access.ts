/** The eight operations, by the name of the client's method. */
export type OperationName =
  | "uploadFile"
  | "deleteFile"
  | "listChannels"
  | "updateTemplate"
  | "commentTemplate"
  | "sendMessage"
  | "listPrices"
  | "listPayments";

/** What an operation asks of the caller. `"none"`: the description says that none is needed; `null`: it doesn't say. */
export type AccessConditions = {
  accountPermission: string | null;
  memberPermission: string | null;
  accountStatus: string | null;
  memberStatus: string | null;
  isVerificationNeeded: boolean | null;
};

const notShown: AccessConditions = {
  accountPermission: null,
  memberPermission: null,
  accountStatus: null,
  memberStatus: null,
  isVerificationNeeded: null,
};

const templateAccess: AccessConditions = {
  accountPermission: "chat:write",
  memberPermission: "role-chat:write",
  accountStatus: "ACTIVE",
  memberStatus: "ACTIVE",
  isVerificationNeeded: true,
};

/** "Access conditions per operation" of the platform's description. */
export const accessTable: Readonly<Record<OperationName, AccessConditions>> = {
  uploadFile: {
    accountPermission: "storage:write",
    memberPermission: "none",
    accountStatus: "ACTIVE",
    memberStatus: "ACTIVE",
    isVerificationNeeded: false,
  },
  deleteFile: notShown,
  listChannels: notShown,
  updateTemplate: templateAccess,
  commentTemplate: templateAccess,
  sendMessage: {
    accountPermission: "message:write",
    memberPermission: "role-message:write",
    accountStatus: "ACTIVE",
    memberStatus: "ACTIVE",
    isVerificationNeeded: false,
  },
  // No authentication in use: nothing is asked of the caller.
  listPrices: {
    accountPermission: "none",
    memberPermission: "none",
    accountStatus: "none",
    memberStatus: "none",
    isVerificationNeeded: false,
  },
  listPayments: {
    accountPermission: "cash:read",
    memberPermission: "role-cash:read",
    accountStatus: "none",
    memberStatus: "none",
    isVerificationNeeded: false,
  },
};

/** The permissions of an operation in words, for the message of a 401 or 403. */
export function toAccessWords(operation: OperationName): string {
  const access = accessTable[operation];
  const words = [
    `account permission ${access.accountPermission ?? "not shown in the description"}`,
    `member permission ${access.memberPermission ?? "not shown in the description"}`,
  ];
  if (access.isVerificationNeeded === true) words.push("a verified account");
  return `needs ${words.join(", ")}`;
}
