export type FileRow = {
  /** The platform's. */
  file_id: string;
  operation_id: string;
  author: string;
  uploaded_at: number;
  type: string;
  name: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  sha256: string;
  vendor_a: string | null;
  vendor_b: string | null;
  link: string | null;
  deleted_at: number | null;
  deleted_by: string | null;
};

/** An operation that used a file, as far as its platform's answer goes. */
export type FileUseRow = { file_id: string; operation_id: string; used_at: number };
