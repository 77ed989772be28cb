const DAY_MS = 24 * 60 * 60 * 1000;

/** From the beginning of one day to the end of another (UTC). */
export interface Period {
  readonly from: Date;
  /** The first moment that is not of it. */
  readonly until: Date;
}

export function periodOf({ from, to }: { readonly from: string; readonly to: string }): Period {
  return { from: new Date(`${from}T00:00:00Z`), until: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS) };
}

/** Midnight of the day of this time, in ms. */
export function dayMsOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS) * DAY_MS;
}
