import { expect, test } from "vitest";
import { manualName, scheduledAmong, scheduledName, superfluous } from "./kept-files.ts";

const HOUR_MS = 3_600_000;
const NEWEST = Date.UTC(2030, 4, 31, 22);

/** Names of backups every so many hours back from the newest, the newest first. */
function every(hours: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => scheduledName(new Date(NEWEST - index * hours * HOUR_MS)));
}

test("the last of each day and of each week stay, the newest always, and what somebody made by hand", () => {
  const names = every(12, 100);
  const gone = superfluous([...names, manualName(new Date(NEWEST - 1e10)), "other"], { days: 3, weeks: 2 });
  expect(names.filter((name) => !gone.includes(name))).toEqual([
    "astrolabe-20300531T220000Z.backup",
    "astrolabe-20300530T220000Z.backup",
    "astrolabe-20300529T220000Z.backup",
    // The Sunday before: weeks begin on Monday.
    "astrolabe-20300526T220000Z.backup",
  ]);
  expect(gone).toHaveLength(96);
  expect(superfluous(names, { days: 0, weeks: 0 })).toEqual(names.slice(1));
  expect(superfluous([], { days: 7, weeks: 4 })).toEqual([]);
});

test("of a folder's names only the server's own count, the newest first", () => {
  const [newest = "", older = ""] = every(24, 2);
  expect(scheduledAmong([older, "notes.txt", `${newest}.partial`, manualName(new Date(NEWEST)), newest])).toEqual([
    newest,
    older,
  ]);
});
