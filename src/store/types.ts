/** In milliseconds. A statement's time is also that of a silent connection, and a little more. */
export type PostgresLimits = {
  statementMs?: number;
  connectMs?: number;
  idleMs?: number;
  lostAfterMs?: number;
  /** Given each new connection before its first statement: the kills watch what is written. */
  onConnect?: (client: object) => void;
};

export type StoreOptions = {
  /** `file:<path>` is SQLite (one process), `postgres://…` or `postgresql://…` PostgreSQL (several). */
  url: string;
  /** Names this run of this process as the owner of operations and leases; never the same for two runs (a UUID made at start will do). */
  owner: string;
  /** How long others leave operations to this process behind a beat; longer than any time-out of the work, in milliseconds. */
  leaseMs: number;
  now: () => Date;
  /** PostgreSQL's clock for a test. @default its own */
  leaseClock?: (() => Date) | undefined;
  /** Others than production's. */
  postgresLimits?: PostgresLimits | undefined;
};
