import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupConfig } from "#server/config.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { removeDeadDrills } from "./drill-folder.ts";
import { drill } from "./drill.ts";
import { scheduledAmong, scheduledName, superfluous } from "./kept-files.ts";
import { GENTLE } from "./read-moment.ts";
import { closeDeadRuns, lastGoodRun, noteRun } from "./runs.ts";
import type { SealCheck } from "./seal-check.ts";
import { PARTIAL, writeBackup } from "./write-backup.ts";

/** What a backup is tried by. */
export interface DrillParts {
  readonly migrations: readonly Migration[];
  readonly known: ReadonlySet<number>;
  readonly sealChecks: readonly SealCheck[];
}

interface Plan extends Pick<BackupConfig, "everyMs" | "keep"> {
  readonly folder: string;
  readonly key: Buffer;
  readonly parts: DrillParts;
}

const LONGEST_PAUSE_MS = 10 * 60_000;
const FAILURE_PAUSE_MS = 10 * 60_000;
const LONGEST_FAILURE_PAUSE_MS = 3 * 60 * 60_000;
const DRILL_EVERY_MS = 7 * 24 * 60 * 60_000;
/** A file that grows is younger. */
const LEFT_MS = 60 * 60_000;

/**
 * Makes backups by itself where a folder and a key are given, one process at a time, and once a week tries the last one. What came of
 * each stands in `backups`. Answers with null where none are made.
 */
export function startBackups(runtime: Runtime, leases: Leases, parts: DrillParts): Loop | null {
  const { folder, key, everyMs, keep } = runtime.config.backup;
  // Also where none are made here: somebody may have tried one by hand.
  removeDeadDrills(runtime.config.dataDir, runtime.clock).catch((error: unknown) => {
    runtime.log.warn({ err: error }, "what a backup was tried in was not removed");
  });
  if (folder === null || key === null) return null;
  const plan: Plan = { folder, key, everyMs, keep, parts };
  return startLeasedLoop({
    name: "backups",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: (held, signal) => look(held, plan, signal),
  });
}

/** Does what is due, and answers with how long nothing else is. */
async function look(runtime: Runtime, plan: Plan, signal: AbortSignal): Promise<number> {
  const { database } = runtime;
  await closeDeadRuns(runtime, ["scheduled"]);
  const untilBackup = untilDue(runtime, await lastGoodRun(database, "scheduled"), plan.everyMs);
  if (untilBackup <= 0) {
    await makeBackup(runtime, plan, signal);
    return 0;
  }
  const [newest] = scheduledAmong(await readdir(plan.folder).catch(() => []));
  const untilDrill = untilDue(runtime, await lastGoodRun(database, "drill"), DRILL_EVERY_MS);
  if (newest !== undefined && untilDrill <= 0) {
    await tryBackup(runtime, plan, join(plan.folder, newest), signal);
    return 0;
  }
  return Math.min(untilBackup, LONGEST_PAUSE_MS);
}

function untilDue({ clock }: Runtime, last: Date | null, everyMs: number): number {
  return last === null ? 0 : last.getTime() + everyMs - clock.now().getTime();
}

async function makeBackup(runtime: Runtime, { folder, key, keep }: Plan, signal: AbortSignal): Promise<void> {
  const { database, clock, config, log } = runtime;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, scheduledName(clock.now()));
  const { passphrase } = config.stellar;
  const { bytes, documents } = await noteRun(runtime, { kind: "scheduled", file }, async () => {
    const written = await writeBackup({ database, clock, passphrase, pace: GENTLE, signal }, key, file);
    return { bytes: written.bytes, documents: written.manifest.documents };
  });
  log.info({ file, bytes, documents }, "a backup was made");
  await tidy(runtime, folder, keep);
}

async function tidy({ clock }: Runtime, folder: string, keep: BackupConfig["keep"]): Promise<void> {
  const names = await readdir(folder);
  for (const name of superfluous(names, keep)) await rm(join(folder, name), { force: true });
  const partials = names.filter((name) => name.startsWith("astrolabe-") && name.endsWith(PARTIAL));
  for (const name of partials) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < clock.now().getTime() - LEFT_MS) await rm(join(folder, name), { force: true });
  }
}

async function tryBackup(runtime: Runtime, { key, parts }: Plan, file: string, signal: AbortSignal): Promise<void> {
  const { clock, config, log } = runtime;
  const { documents } = await noteRun(runtime, { kind: "drill", file }, async () => {
    const { manifest } = await drill(file, key, {
      ...parts,
      dataDir: config.dataDir,
      passphrase: config.stellar.passphrase,
      ring: openKeyRing(config.vault, clock),
      clock,
      pace: GENTLE,
      signal,
    });
    return { bytes: (await stat(file)).size, documents: manifest.documents };
  });
  log.info({ file, documents }, "a backup was tried, and can be restored");
}
