import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, test } from "vitest";
import { fillTheDisk } from "./fill-the-disk.ts";
import type { TestServer } from "./start-server.ts";
import { removeFolder, temporaryFolder } from "./start-server.ts";

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

/** To the writing process a file that may not grow is a full disk; so this needs neither a disk of its own nor root. */
async function limitFiles(server: TestServer, bytes: string): Promise<void> {
  await promisify(execFile)("prlimit", ["--pid", String(server.process.pid), `--fsize=${bytes}:unlimited`]);
}

test.runIf(process.platform === "linux")(
  "a full disk refuses writes, keeps what was there, goes on reading and recovers by itself",
  { timeout: 60_000 },
  () =>
    fillTheDisk(folder, {
      fill: (server) => limitFiles(server, "1500000"),
      free: (server) => limitFiles(server, "unlimited"),
    }),
);
