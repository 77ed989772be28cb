import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { type Leases, saysLeaseLost } from "#server/platform/jobs/leases.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { findUserById } from "#server/users/index.ts";
import { decisionsOf } from "./decisions.ts";
import {
  dropLostFiles,
  dropLostParts,
  dropSpareFiles,
  erasePictures,
  type IdentityDeps,
  type Picture,
  picturesOf,
  removePictures,
} from "./pictures.ts";
import { removeAbandoned } from "./remove-identity.ts";
import { abandonedAt, dayAhead, removalOf } from "./retention.ts";
import { dropPicture } from "./uploads.ts";
import { dropDocumentNumber, findVerification, type Verification } from "./verifications.ts";
import { tellUnreadDays } from "./watch-keys.ts";
import { tellNoReviewer } from "./watch-reviewers.ts";

const PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** No upload takes longer to be read and kept. */
const KEEPING_MS = 60 * 60 * 1000;
const OVER = { requestedBy: "house", reason: "the time to keep it is over" } as const;

/** Removes pictures when their time is over, in one process at a time. */
export function startKeepingPictures(deps: IdentityDeps, leases: Leases): Loop {
  let lostSoughtMs = 0;
  return startLeasedLoop({
    name: "identity-pictures",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async (fenced, signal) => {
      const fencedDeps = { ...deps, runtime: fenced };
      await tellNoReviewer(fenced);
      await sweepPictures(fencedDeps, signal);
      const nowMs = fenced.clock.now().getTime();
      if (nowMs - lostSoughtMs > KEEPING_MS) {
        await sweepLostFiles(fencedDeps);
        lostSoughtMs = nowMs;
      }
      return PAUSE_MS;
    },
  });
}

/**
 * Moves the day of undecided checks' keys ahead and sets that of decided ones; removes what was never sent in and what is over, by the
 * rows as by the keys' own days, and finishes what a crash left half removed. May be repeated, and be cut off anywhere. What fails of one
 * picture keeps nothing from the others; the first failure is thrown once all were looked after.
 */
export async function sweepPictures(deps: IdentityDeps, signal?: AbortSignal): Promise<void> {
  const { database } = deps.runtime;
  const attempt = eachOnItsOwn(deps);
  // The days first: a server that stood still for long destroys nothing that is undecided.
  for await (const picture of picturesOf(database).find({ isErased: false })) {
    if (signal?.aborted) return;
    await attempt.run(picture._id, () => settlePicture(deps, picture));
  }
  const kept = await deps.files.kept();
  await tellUnreadDays(deps, kept);
  for (const { name, until } of kept.days) {
    if (signal?.aborted) return;
    await attempt.run(name, () => destroyOverdue(deps, name, until));
  }
  attempt.end();
}

/** Removes what was being written, or was to go, when the server died: to be asked now and then, since it reads every file's name. */
export async function sweepLostFiles({ runtime, files }: IdentityDeps): Promise<void> {
  const before = new Date(runtime.clock.now().getTime() - KEEPING_MS);
  await dropLostFiles(runtime, before);
  await dropLostParts(runtime);
  await files.dropHalfWritten(before);
}

/** Runs what is to be done of each picture though it failed of another; `end` throws the first failure. */
function eachOnItsOwn({ runtime: { log } }: IdentityDeps) {
  let failed: { readonly error: unknown } | null = null;
  return {
    async run(picture: string, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (saysLeaseLost(error)) throw error;
        log.warn({ err: error, picture }, "a picture of an identity could not be looked after");
        failed ??= { error };
      }
    },
    end(): void {
      if (failed) throw failed.error;
    },
  };
}

async function settlePicture(deps: IdentityDeps, picture: Picture): Promise<void> {
  const { runtime, files } = deps;
  const { identity } = runtime.config;
  const now = runtime.clock.now();
  if (picture.removedAt) return erasePictures(deps, [picture]);
  if (picture.files.length > 1 && now.getTime() - picture.sentAt.getTime() > KEEPING_MS)
    await dropSpareFiles(runtime, picture);
  if (picture.verificationId === null) {
    if (picture.keptUntil && picture.keptUntil <= now) await dropPicture(deps, picture);
    return;
  }
  const check = await findVerification(runtime, picture.verificationId, null).catch((error: unknown) => {
    if (error instanceof SealBrokenError) return "forged" as const;
    throw error;
  });
  // Of a forged row operators are told. Neither what it says nor one that is gone moves a day: within so many the key goes by itself.
  if (check === "forged" || !check) return;
  const until = removalOf(check, identity);
  if (!until && (await isAbandoned(runtime, check))) return removeAbandoned(deps, check);
  if (!until) return files.setDay(picture._id, { until: dayAhead(identity, now), isFinal: false });
  await files.setDay(picture._id, { until, isFinal: true });
  if (until <= now) await removeOver(deps, picture, check);
}

/** Whether its person was asked for something again so long ago that they will hardly send it. */
async function isAbandoned({ database, config, clock }: Runtime, { id, asked }: Verification): Promise<boolean> {
  if (asked.length === 0) return false;
  const last = await decisionsOf(database).findOne({ verificationId: id }, { sort: { at: -1 } });
  return last?.act === "asked" && abandonedAt(last.at, config.identity) <= clock.now();
}

/** Destroys a key whose day has passed, whatever the database says: it may be one that was put back. */
async function destroyOverdue(deps: IdentityDeps, name: string, until: Date): Promise<void> {
  const { runtime, files } = deps;
  if (until > runtime.clock.now()) return;
  const picture = await picturesOf(runtime.database).findOne({ _id: name });
  if (picture?.isUnsent) await dropPicture(deps, picture);
  else if (picture && !picture.isErased) await removeOver(deps, picture, null);
  else await files.erase(name);
}

async function removeOver(deps: IdentityDeps, picture: Picture, check: Verification | null): Promise<void> {
  const { runtime, secrets } = deps;
  const owner = await findUserById(runtime, picture.userId);
  await runtime.database.transaction(async (session) => {
    await removePictures(runtime, session, [picture._id], OVER);
    // Of who left, the law kept the number for as long.
    if (check && owner?.closedAt) await dropDocumentNumber(secrets, session, check.userId);
  });
  await erasePictures(deps, [picture]);
}
