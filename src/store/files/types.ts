/** A file on the platform that was uploaded from Slack; never its bytes. */
export type UploadedFileRecord = {
  fileId: string;
  /** The upload. */
  operationId: string;
  /** Slack user id. */
  author: string;
  uploadedAt: Date;
  /** As the platform answered: DOCUMENT, CHAT, MMS. */
  type: string;
  name: string;
  sizeBytes: number;
  /** Pixels. */
  width: number | null;
  height: number | null;
  /** That of the bytes that were uploaded, lowercase hexadecimal. */
  sha256: string;
  /** Addresses at the messenger's vendors; null where it isn't registered. */
  vendorA: string | null;
  vendorB: string | null;
  link: string | null;
  deletedAt: Date | null;
  deletedBy: string | null;
};

export type FileFilter = {
  type?: string;
  author?: string;
  /** A part of its name or id. */
  search?: string;
  /** The last of the page before. */
  before?: Pick<UploadedFileRecord, "uploadedAt" | "fileId">;
  limit: number;
};
