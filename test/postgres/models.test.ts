import { afterAll, beforeAll } from "vitest";
import { picturesModel } from "../contract/pictures-model.ts";
import { spineModel } from "../contract/spine-model.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { reusePostgres } from "../support/postgres-store.ts";

let server: Awaited<ReturnType<typeof startPostgres>>;
let spine: Awaited<ReturnType<typeof reusePostgres>>;
let pictures: Awaited<ReturnType<typeof reusePostgres>>;
beforeAll(async () => {
  server = await startPostgres();
  spine = await reusePostgres(server);
  pictures = await reusePostgres(server);
});
afterAll(async () => {
  await spine.close();
  await pictures.close();
  await server.close();
});

// `test:long` plays a thousand of each over SQLite, and `npm run proof` more of them here, where each run asks a server.
spineModel(() => spine.make(), { runs: 40, mostCommands: 25 });
picturesModel(() => pictures.make(), { runs: 40, mostCommands: 30 });
