import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startChild } from "./child.ts";
import { compare, type Figure, type Plan, type Table } from "./comparison.ts";
import { benchUploadBots } from "./upload-bots.ts";
import { UploadSample as Uploaded, type UploadSample } from "./upload-sample.ts";

const uploader = fileURLToPath(new URL("./uploader.ts", import.meta.url));
const stringified = "JSON.stringify, undici";
const figures: Figure<UploadSample>[] = [
  { head: "per second", of: ({ perSecond }) => perSecond, digits: 0, ratio: true },
  { head: "CPU ms a MB", of: ({ cpuMsPerMb }) => cpuMsPerMb, digits: 2, ratio: true },
  { head: "peak RSS MB", of: ({ peakRssMb }) => peakRssMb, digits: 0, ratio: true },
];

/** Files of 2 MB, each way of uploading in a process of its own so that its memory is its own. */
export async function benchUpload(plan: Plan): Promise<Table[]> {
  const stub = await startChild(new URL("./platform-stub.ts", import.meta.url));
  const tables: Table[] = [];
  for (const concurrency of [1, 50]) {
    const run = (way: string) => async (): Promise<UploadSample> => {
      const given = [way, stub.port, concurrency, plan.durationMs(700)].map(String);
      const child = spawn(process.execPath, [uploader, ...given], { stdio: ["ignore", "pipe", "inherit"] });
      const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
      return Uploaded.parse(JSON.parse(said));
    };
    const contenders = [
      { name: "floor: base64 to a bare socket", run: run("floor") },
      { name: stringified, run: run("stringify") },
      {
        name: "client",
        run: run("client"),
        targets:
          concurrency === 1
            ? []
            : [
                { figure: "per second", atLeast: 2.2, than: stringified },
                { figure: "peak RSS MB", atMost: 0.4, than: stringified },
              ],
      },
    ];
    tables.push(
      await compare({ title: `Uploads of 2 MB, ${concurrency} at once`, figures, contenders, plan }),
    );
  }
  await stub.stop();
  return [...tables, await benchUploadBots(plan)];
}
