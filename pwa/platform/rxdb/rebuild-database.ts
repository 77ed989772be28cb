import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { holdAlone, holdOpen, type Release } from "#pwa/platform/db/hold-open.ts";

/**
 * How a rebuild ended. Nothing that was written here is lost in any case; but for `done` and `failed` this device holds what it
 * held before.
 */
export type RebuildOutcome =
  | "done"
  /** The copy could not be removed, or not wholly: it is tried again when the app is opened the next time. */
  | "failed"
  /** There is no connection by which the data could come back. */
  | "offline"
  /** Not everything could be sent in time. */
  | "unsent"
  /** Another tab has the data open and does not answer. */
  | "other-tab"
  /** This browser cannot say whether another tab has the data open. */
  | "unsupported"
  /** Nothing can be noted on this device. */
  | "no-room";

/** What a rebuild is made of. */
export interface RebuildParts {
  readonly userId: number;
  /** Whether the server is there, as far as is known. */
  isConnected(): boolean;
  /** Holds the person's writes in this tab; settles once none is on its way. */
  holdWrites(): Promise<void>;
  releaseWrites(): void;
  /** Tells the other tabs to close their database, and to open it again when they may. */
  closeElsewhere(): void;
  /** Whether the server has all that stands here, as of now. */
  isSettled(): Promise<boolean>;
  resync(): void;
  /** Ends the sync and closes the database of this tab. */
  close(): Promise<void>;
  /** Removes everything of the user's that the database keeps on this device. */
  remove(): Promise<void>;
  /** Forgets when this device last held everything. */
  forgetSyncTime(): void;
}

export interface RebuildLimits {
  readonly otherTabsMs: number;
  readonly sendingMs: number;
}

const LIMITS: RebuildLimits = { otherTabsMs: 8000, sendingMs: 20_000 };
const POLL_MS = 100;
const MARK = "astrolabe.rebuilding";

/**
 * Drops the local copy once the server has everything that was written here. Until then nothing is removed; from then on a
 * mark stays until all of it is gone, so that a device that is switched off meanwhile goes on where it stopped.
 * `own` is what this tab holds of the database; it holds `own` again, or anew, when this settles.
 */
export async function rebuildDatabase(
  parts: RebuildParts,
  own: { release: Release },
  limits = LIMITS,
): Promise<RebuildOutcome> {
  const { userId } = parts;
  if (!parts.isConnected()) return "offline";
  await parts.holdWrites();
  // Asked for before the own hold goes and the others close, so that they wait for us when they open again.
  const alone = holdAlone(userId, AbortSignal.timeout(limits.otherTabsMs)).catch(() => null);
  own.release();
  parts.closeElsewhere();
  const release = await alone;
  try {
    if (!release) return "other-tab";
    if (!(await settles(parts, limits.sendingMs))) return parts.isConnected() ? "unsent" : "offline";
    if (!writeStored(MARK, String(userId))) return "no-room";
    await parts.close();
    await carryOut(parts);
    return "done";
  } finally {
    const held = holdOpen(userId);
    release?.();
    own.release = await held;
    parts.releaseWrites();
  }
}

/** Goes on with a rebuild that was cut off. To be called before the database is opened, with nothing held of it. */
export async function finishRebuild(parts: Pick<RebuildParts, "userId" | "remove" | "forgetSyncTime">): Promise<void> {
  if (!isCutOff(parts.userId)) return;
  const release = await holdAlone(parts.userId);
  try {
    // Another tab may have done it meanwhile.
    if (isCutOff(parts.userId)) await carryOut(parts);
  } finally {
    release();
  }
}

export function isCutOff(userId: number): boolean {
  return readStored(MARK) === String(userId);
}

async function carryOut({ remove, forgetSyncTime }: Pick<RebuildParts, "remove" | "forgetSyncTime">): Promise<void> {
  forgetSyncTime();
  await remove();
  removeStored(MARK);
}

async function settles({ isSettled, isConnected, resync }: RebuildParts, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  resync();
  while (!(await isSettled())) {
    if (performance.now() > deadline || !isConnected()) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
