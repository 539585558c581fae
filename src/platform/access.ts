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

type Access = {
  /** `"none"`: the description says that none is needed; `null`: it doesn't say. */
  accountPermission: string | null;
  memberPermission: string | null;
  isVerificationNeeded: boolean;
};

const notShown: Access = { accountPermission: null, memberPermission: null, isVerificationNeeded: false };

const templateAccess: Access = {
  accountPermission: "chat:write",
  memberPermission: "role-chat:write",
  isVerificationNeeded: true,
};

/** Of "Access conditions per operation" in the platform's description what a key may lack; statuses are no key's. */
export const accessTable: Readonly<Record<OperationName, Access>> = {
  uploadFile: { accountPermission: "storage:write", memberPermission: "none", isVerificationNeeded: false },
  deleteFile: notShown,
  listChannels: notShown,
  updateTemplate: templateAccess,
  commentTemplate: templateAccess,
  sendMessage: {
    accountPermission: "message:write",
    memberPermission: "role-message:write",
    isVerificationNeeded: false,
  },
  // No authentication in use: nothing is asked of the caller.
  listPrices: { accountPermission: "none", memberPermission: "none", isVerificationNeeded: false },
  listPayments: {
    accountPermission: "cash:read",
    memberPermission: "role-cash:read",
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
  if (access.isVerificationNeeded) words.push("a verified account");
  return `needs ${words.join(", ")}`;
}
