import { describeDevice } from "#schemas/describe-device.ts";

interface SignIn {
  readonly uid: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

interface OpenSession {
  readonly device: string;
  readonly ipAddress: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** A session begins right after its sign-in was written down. */
const APART_MS = 10_000;

/**
 * The sign-in that began this session: the last one from its address and device within the moments before. Null where there
 * is none, as after a change of password, which begins a session without a sign-in.
 */
export function signInOf<Row extends SignIn>(session: OpenSession, signIns: readonly Row[]): Row | null {
  const startedAtMs = Date.parse(session.startedAt);
  let found: Row | null = null;
  for (const signIn of signIns) {
    const beforeMs = startedAtMs - Date.parse(signIn.timestamp);
    if (beforeMs < 0 || beforeMs > APART_MS) continue;
    if (signIn.ipAddress !== session.ipAddress || describeDevice(signIn.userAgent) !== session.device) continue;
    if (found === null || signIn.timestamp > found.timestamp) found = signIn;
  }
  return found;
}
