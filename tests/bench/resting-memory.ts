import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { usedBy } from "#tests/support/process-usage.ts";

const APP = pathToFileURL(join(import.meta.dirname, "../../sync-server/app.ts")).href;
const WAITS = `process.stdout.write("ready"); setInterval(() => {}, 60_000);`;

/** Memory of a process that only waits, in MiB (RSS): of Node alone, or of one that has loaded all of the server. */
export async function restingMemory(what: "node" | "server"): Promise<number> {
  const script = what === "node" ? WAITS : `await import(${JSON.stringify(APP)}); ${WAITS}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(child.stdout, "data");
    return (await usedBy(child.pid ?? 0)).rssMb;
  } finally {
    child.kill();
  }
}
