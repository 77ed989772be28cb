const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lives, and how long without being used. */
interface Age {
  readonly wholeMs: number;
  readonly idleMs: number;
}

/** Half a month unused, and a device was given away, lost, or put aside. */
const OF_USER: Age = { wholeMs: 30 * DAY_MS, idleMs: 14 * DAY_MS };
/** Who may do more is asked more often: once a working day, and after a break. */
const OF_OPERATOR: Age = { wholeMs: 12 * HOUR_MS, idleMs: 30 * MINUTE_MS };

/** When a session is over, whatever its cookie says; the role is that of now, not of when it began. */
export function endOfSession(
  { createdAt, lastSeenAt = createdAt }: { readonly createdAt: Date; readonly lastSeenAt?: Date | undefined },
  isOperator: boolean,
): Date {
  const { wholeMs, idleMs } = isOperator ? OF_OPERATOR : OF_USER;
  return new Date(Math.min(createdAt.getTime() + wholeMs, lastSeenAt.getTime() + idleMs));
}
