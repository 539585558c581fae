import { afterAll, beforeAll } from "vitest";
import { picturesModel } from "../contract/pictures-model.ts";
import { spineModel } from "../contract/spine-model.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { reusePostgres } from "../support/postgres-store.ts";

let server: Awaited<ReturnType<typeof startPostgres>>;
let database: Awaited<ReturnType<typeof reusePostgres>>;
beforeAll(async () => {
  server = await startPostgres();
  database = await reusePostgres(server);
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const make = () => database.make();

// `test:long` plays a thousand of each over SQLite; here each run asks a server over sockets.
spineModel(make, { runs: 150, mostCommands: 25 });
picturesModel(make, { runs: 150, mostCommands: 30 });
