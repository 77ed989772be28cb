import { execFile } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, test } from "vitest";
import { fillTheDisk } from "./fill-the-disk.ts";
import type { TestServer } from "./start-server.ts";
import { removeFolder, temporaryFolder } from "./start-server.ts";

const folder = temporaryFolder();
const disk = temporaryFolder();
const isMounted = process.platform === "linux" && (await mountSmallDisk());

afterAll(async () => {
  if (isMounted) await run("umount", disk);
  removeFolder(disk);
  removeFolder(folder);
});

function run(command: string, ...flags: string[]): Promise<unknown> {
  return promisify(execFile)(command, flags);
}

/** Only root may, and not in every container. */
function mountSmallDisk(): Promise<boolean> {
  return run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk).then(
    () => true,
    () => false,
  );
}

/** To the writing process a file that may not grow is a full disk; so this needs neither a disk of its own nor root. */
async function limitFiles(server: TestServer, bytes: string): Promise<void> {
  await run("prlimit", "--pid", String(server.process.pid), `--fsize=${bytes}:unlimited`);
}

test.runIf(process.platform === "linux")(
  "files that cannot grow refuse writes, keep what was there, are read on and recover by themselves",
  { timeout: 60_000 },
  () =>
    fillTheDisk(folder, {
      fill: (server) => limitFiles(server, "1500000"),
      free: (server) => limitFiles(server, "unlimited"),
    }),
);

test.runIf(isMounted)("a full disk does as files do that cannot grow", { timeout: 60_000 }, async () => {
  const data = join(disk, "data");
  mkdirSync(data);
  const ballast = join(disk, "ballast");
  await fillTheDisk(data, {
    fill: async () => {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 500_000));
    },
    free: async () => rmSync(ballast),
  });
});
