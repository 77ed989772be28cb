/** Gives back what was held. */
export type Release = () => void;

/** What a tab holds of a database; exchanged while it holds it alone. */
export interface Held {
  release: Release;
}

/** How long other tabs may take to close it. */
const OTHER_TABS_MS = 8000;

/** Whether this browser can tell which tabs have a database open. */
export function canHold(): boolean {
  return typeof navigator !== "undefined" && "locks" in navigator;
}

/**
 * Says that this tab has the user's database open, until released or the tab is gone. Waits while a tab holds it alone. Where
 * the browser has no locks nothing is said, and nobody can hold it alone.
 */
export async function holdOpen(userId: number): Promise<Release> {
  return canHold() ? hold(userId, { mode: "shared" }) : () => undefined;
}

/**
 * Waits until no other tab has the user's database open, and keeps it so until released. It is asked for before the function
 * returns, so that who asks later waits. Rejects when the signal aborts before.
 */
export function holdAlone(userId: number, signal?: AbortSignal): Promise<Release> {
  return hold(userId, { mode: "exclusive", ...(signal === undefined ? {} : { signal }) });
}

/**
 * Does `work` while no other tab has the user's database open. `closeElsewhere` asks them to close it; they open it again once
 * they may. False, with nothing done, where one does not answer in time. Whatever comes of it, `own` is held again.
 */
export async function doAlone(
  userId: number,
  own: Held,
  closeElsewhere: () => void,
  work: () => Promise<void>,
  withinMs = OTHER_TABS_MS,
): Promise<boolean> {
  if (!canHold()) {
    await work();
    return true;
  }
  // Asked for before the own hold goes and the others close, so that they wait for us when they open again.
  const alone = holdAlone(userId, AbortSignal.timeout(withinMs)).catch(() => null);
  own.release();
  closeElsewhere();
  const release = await alone;
  try {
    if (release) await work();
    return release !== null;
  } finally {
    const held = holdOpen(userId);
    release?.();
    own.release = await held;
  }
}

/** How many tabs of this browser have the user's database open; null where the browser does not say. */
export async function countOpen(userId: number): Promise<number | null> {
  if (!canHold()) return null;
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name === nameOf(userId)).length;
}

function hold(userId: number, options: LockOptions): Promise<Release> {
  return new Promise((resolve, reject) => {
    const holding = navigator.locks.request(
      nameOf(userId),
      options,
      () => new Promise<void>((release) => resolve(release)),
    );
    holding.catch(reject);
  });
}

function nameOf(userId: number): string {
  return `astrolabe-database-${userId}`;
}
