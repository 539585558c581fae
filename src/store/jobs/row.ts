/** `ran_at` is 0 before the first time. */
export type JobRow = { name: string; ran_at: number; lease_owner: string; lease_until: number };
