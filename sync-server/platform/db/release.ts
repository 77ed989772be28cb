import { ConfigError } from "#server/config.ts";
import type { Database } from "./database.ts";

/** A version of Astrolabe, and the oldest one whose databases it brings up to date: what was before it has no migrations any more. */
export interface Release {
  readonly version: string;
  readonly upgradesFrom: string;
}

/** The first that a database says it was started by; what says nothing is of the one before it. */
interface RunVersion {
  readonly _id: string;
  readonly firstStartedAt: Date;
}

const BEFORE_VERSIONS = "0.1.0";
const HOW = 'docs/operating.md has the way, "Upgrading"';

/**
 * Throws ConfigError, in one sentence with the way back, for a database that a newer version has changed, or that is older than
 * what this one brings up to date. Of versions that differ in their last number alone (`0.2.1`, `0.2.0`) any may follow any, since those
 * change nothing that is stored. Reads and writes nothing else.
 */
export async function refuseUnfit(database: Database, known: readonly number[], release: Release): Promise<void> {
  const applied = await database.collection<{ readonly _id: number }>("migrations").find().toArray();
  if (applied.length === 0) return;
  const { version, upgradesFrom } = release;
  const newest = await newestVersion(database);
  const isUnknown = applied.some(({ _id }) => !known.includes(_id));
  if (isUnknown || compare(minor(newest), minor(version)) > 0) {
    const by = compare(newest, version) > 0 ? newest : "a version after it";
    throw new ConfigError(
      `This is Astrolabe ${version}, and the database was changed by ${by}: start that one, or restore the backup from before it was started (${HOW}).`,
    );
  }
  if (compare(newest, upgradesFrom) < 0)
    throw new ConfigError(
      `This is Astrolabe ${version}, which goes on from ${upgradesFrom} or later, and the database is of ${newest}: start ${upgradesFrom} on it first (${HOW}).`,
    );
}

/** Notes that this version has run on the database; the migrations of it have. */
export async function noteVersion(database: Database, { version }: Release, now: Date): Promise<void> {
  const first = { $setOnInsert: { firstStartedAt: now } };
  await versionsOf(database).updateOne({ _id: version }, first, { upsert: true });
}

async function newestVersion(database: Database): Promise<string> {
  const run = (await versionsOf(database).find().toArray()).map(({ _id }) => _id);
  return run.toSorted(compare).at(-1) ?? BEFORE_VERSIONS;
}

function versionsOf(database: Database) {
  return database.collection<RunVersion>("versions");
}

/** `0.2.7` as `0.2.0`. */
function minor(version: string): string {
  return version.replace(/\d+$/, "0");
}

/** Below zero where `left` is the older one. */
function compare(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((each) => each.split(".").map(Number));
  const differences = (ours ?? []).map((number, at) => number - (theirs?.[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
