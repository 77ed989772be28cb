import { basename } from "node:path";
import type { BackupKeep } from "#server/config.ts";

const NAME = /^astrolabe-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The first day of 1970 was a Thursday; weeks begin on Monday. */
const THURSDAY = 3;

/** The name of a file that the server makes by itself at a time. */
export function scheduledName(at: Date): string {
  return `astrolabe-${stampOf(at)}.backup`;
}

/** The name of a file that somebody has made into a folder; the server removes none of these. */
export function manualName(at: Date): string {
  return `astrolabe-manual-${stampOf(at)}.backup`;
}

/** Of a folder's names those of the server's own backups, the newest first. */
export function scheduledAmong(names: readonly string[]): string[] {
  return names
    .filter((name) => NAME.test(basename(name)))
    .toSorted()
    .toReversed();
}

/** Which of the server's own backups are not the last of one of so many days or weeks (UTC) that have one; the newest stays always. */
export function superfluous(names: readonly string[], { days, weeks }: BackupKeep): string[] {
  const kept = new Set<string>();
  const all = scheduledAmong(names);
  if (all[0] !== undefined) kept.add(all[0]);
  keepLastOf(all, days, (name) => dayOf(name), kept);
  keepLastOf(all, weeks, (name) => Math.floor((dayOf(name) + THURSDAY) / 7), kept);
  return all.filter((name) => !kept.has(name));
}

function keepLastOf(all: readonly string[], most: number, spanOf: (name: string) => number, kept: Set<string>): void {
  const seen = new Set<number>();
  for (const name of all) {
    const span = spanOf(name);
    if (seen.has(span)) continue;
    if (seen.size === most) return;
    seen.add(span);
    kept.add(name);
  }
}

/** Days since 1970. */
function dayOf(name: string): number {
  const [, year, month, day] = NAME.exec(basename(name)) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
}

function stampOf(at: Date): string {
  return at.toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
}
