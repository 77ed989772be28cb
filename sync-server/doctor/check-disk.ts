import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Finding } from "#server/platform/network/checks/finding.ts";

const MB = 1024 * 1024;
const GB = 1024 * MB;
/** Below that a day of a busy service does not fit. */
const LITTLE_BYTES = 5 * GB;
const NONE_BYTES = 200 * MB;

/** What is left on the disk of a folder, or of where it will be made. Never throws. */
export async function checkDisk(about: string, folder: string): Promise<Finding> {
  const found = await spaceOf(resolve(folder));
  if (found === null) return { severity: "note", about, text: "how much room its disk has is not told." };
  const text = `its disk has ${sizeText(found)} left.`;
  const fix = "Make room, or use a larger disk: a database that cannot write takes nothing in.";
  if (found < NONE_BYTES) return { severity: "wrong", about, text, fix };
  return found < LITTLE_BYTES ? { severity: "warning", about, text, fix } : { severity: "fine", about, text };
}

async function spaceOf(folder: string): Promise<number | null> {
  const told = await statfs(folder).catch(() => null);
  if (told) return told.bavail * told.bsize;
  return dirname(folder) === folder ? null : spaceOf(dirname(folder));
}

function sizeText(bytes: number): string {
  return bytes < GB ? `${Math.round(bytes / MB)} MB` : `${(bytes / GB).toFixed(1)} GB`;
}
