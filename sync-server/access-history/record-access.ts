import { randomUUID } from "node:crypto";
import type { ClientSession } from "mongodb";
import { describeDevice } from "#schemas/describe-device.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Where a sign-in came from. */
export interface AccessOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Sign-ins that are kept of one person: those of many months, for whoever is a person. */
export const MOST_ACCESSES = 1000;
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
  await forgetOldest(runtime, session, userId);
}

/** When somebody signed in the last time; null for nobody who has since it is kept. */
export async function lastAccess({ database }: Pick<Runtime, "database">, userId: number): Promise<Date | null> {
  const [last] = await database
    .collection<{ readonly timestamp: Date }>("access_history")
    .find({ userId }, { projection: { _id: 0, timestamp: 1 } })
    .sort({ revision: -1 })
    .limit(1)
    .toArray();
  return last?.timestamp ?? null;
}

/** Devices that were told of them go on showing them. */
async function forgetOldest({ database }: Runtime, session: ClientSession, userId: number): Promise<void> {
  const rows = database.collection("access_history");
  const [first] = await rows
    .find({ userId }, { session, projection: { _id: 0, revision: 1 } })
    .sort({ revision: -1 })
    .skip(MOST_ACCESSES)
    .limit(1)
    .toArray();
  if (first) await rows.deleteMany({ userId, revision: { $lte: first["revision"] } }, { session });
}

/** How many of the latest sign-ins make a device or an address a known one. */
const REMEMBERED = 200;

/**
 * Whether the user has not signed in with this kind of device, or not from this address, before. The first sign-in of all
 * is nothing new. To be asked before the sign-in is recorded.
 */
export async function isNewOrigin({ database }: Runtime, userId: number, origin: AccessOrigin): Promise<boolean> {
  const rows = await database
    .collection("access_history")
    .find({ userId }, { projection: { _id: 0, ipAddress: 1, userAgent: 1 } })
    .sort({ revision: -1 })
    .limit(REMEMBERED)
    .toArray();
  if (rows.length === 0) return false;
  const device = describeDevice(origin.userAgent);
  const isKnownDevice = rows.some(({ userAgent }) => describeDevice(String(userAgent)) === device);
  const isKnownAddress = rows.some(({ ipAddress }) => ipAddress === origin.ipAddress);
  return !isKnownDevice || !isKnownAddress;
}
