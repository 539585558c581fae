import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../support/free-port.ts";
import { findUnprivilegedUser, startThrowaway } from "../support/postgres-server.ts";

/*
 * Runs a command with a PostgreSQL behind PgBouncer as TEST_DATABASE_URL: `node test/proof/pooled.ts npm run soak`. A session of
 * its own for each of the app's connections, since Debian's PgBouncer (1.18) keeps no prepared statements for transactions.
 */
const [program = "", ...words] = process.argv.slice(2);
const server = await startThrowaway();
const port = await findFreePort();
const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
const settings = join(folder, "pgbouncer.ini");
const { host } = new URL(server.url);
const [address = "", serverPort = ""] = host.split(":");
writeFileSync(
  settings,
  `[databases]
* = host=${address} port=${serverPort} user=bot
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 60
max_client_conn = 1000
server_idle_timeout = 1
ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout, extra_float_digits
`,
);
chmodSync(folder, 0o755);
const bouncer = spawn("pgbouncer", ["--quiet", settings], {
  ...(process.getuid?.() === 0 ? findUnprivilegedUser() : {}),
  stdio: "inherit",
});
let isUp = false;
while (!isUp && bouncer.exitCode === null) {
  await wait(50);
  const probe = connect(port, "127.0.0.1");
  isUp = await Promise.race([
    once(probe, "connect").then(() => true),
    once(probe, "error").then(() => false),
  ]);
  probe.destroy();
}
if (!isUp) throw new Error("PgBouncer did not start: install the package pgbouncer");
const child = spawn(program, words, {
  stdio: "inherit",
  env: { ...process.env, TEST_DATABASE_URL: `postgres://bot@127.0.0.1:${port}/postgres` },
});
const [code] = await once(child, "exit");
bouncer.kill();
await server.close();
rmSync(folder, { recursive: true });
process.exitCode = typeof code === "number" ? code : 1;
