import { randomUUID } from "node:crypto";
import type { ClientSession } from "mongodb";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Where a sign-in came from. */
export interface AccessOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

const IP_MAX_LENGTH = 64;
const USER_AGENT_MAX_LENGTH = 512;

/** Adds one row to the user's access history, in the transaction of the sign-in. */
export async function recordAccess(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  origin: AccessOrigin,
): Promise<void> {
  const fields = {
    ipAddress: origin.ipAddress.slice(0, IP_MAX_LENGTH),
    userAgent: origin.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    timestamp: runtime.clock.now(),
  };
  await putReplicated(runtime.database, session, "access_history", userId, [{ uid: randomUUID(), fields }]);
}
