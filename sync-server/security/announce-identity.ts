import type { ClientSession } from "mongodb";
import { isDeepStrictEqual } from "node:util";
import { say } from "#schemas/say.ts";
import type { OperatorPolicy } from "#schemas/security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";

const FAILURE_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const ANNOUNCEMENTS = "announcements";
/** Told in one transaction. */
const AT_ONCE = 200;

/** How far everybody was told that an identity will be asked for. There is one: whoever was not told of a former one need not be. */
interface Announcement {
  readonly _id: "identity";
  /** Of the setting that is told: the same person hears of it once. */
  readonly cause: string;
  readonly from: Date;
  /** The number of the last person who was told; null once all were. */
  readonly after: number | null;
}

/** Has everybody told who has not shown their identity, in the transaction that sets when and for what it is asked. */
export async function announceIdentity(
  { database, clock }: Runtime,
  session: ClientSession,
  former: OperatorPolicy,
  policy: OperatorPolicy,
): Promise<void> {
  const now = clock.now();
  const ofIdentity = ({ isKycRequired, kycLevels, kycFrom }: OperatorPolicy) => ({ isKycRequired, kycLevels, kycFrom });
  if (isDeepStrictEqual(ofIdentity(former), ofIdentity(policy))) return;
  if (!policy.isKycRequired) {
    await announcements(database).deleteOne({ _id: "identity" }, { session });
    return;
  }
  const begins = policy.kycFrom === null ? now : new Date(policy.kycFrom);
  const fields = { cause: now.toISOString(), from: begins > now ? begins : now, after: 0 };
  await announcements(database).updateOne({ _id: "identity" }, { $set: fields }, { upsert: true, session });
}

/** Tells people of what was announced, so many at a time. */
export function startAnnouncing(runtime: Runtime, leases: Leases): Loop {
  return startLeasedLoop({
    name: "announced-identity",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakes: [ANNOUNCEMENTS],
    run: async (fenced, signal) => {
      while (!signal.aborted && (await isAnyUntold(fenced.database)) && (await tellNext(fenced)));
      return REST_MS;
    },
  });
}

/** Asked before anything is fenced: at nearly all times nobody is left to be told. */
async function isAnyUntold(database: Database): Promise<boolean> {
  return (await announcements(database).findOne({ _id: "identity", after: { $ne: null } })) !== null;
}

/** Tells the next people, and answers with whether there may be more. */
export function tellNext(runtime: Runtime): Promise<boolean> {
  const { database } = runtime;
  return database.transaction(async (session) => {
    const announced = await announcements(database).findOne({ _id: "identity" }, { session });
    if (!announced || announced.after === null) return false;
    const { cause, from } = announced;
    const people = await database
      .collection("users")
      .find(
        { id: { $gt: announced.after }, kycVerified: { $ne: true }, closedAt: { $exists: false } },
        { session, projection: { _id: 0, id: 1 } },
      )
      .sort({ id: 1 })
      .limit(AT_ONCE)
      .toArray();
    const detail = say("said.on-date", { at: from.getTime() });
    const told = people.map(({ id }) => ({ userId: Number(id), kind: "identity-wanted" as const, cause, detail }));
    await notifyAll(runtime, session, told);
    const isEnd = people.length < AT_ONCE;
    const after = isEnd ? null : (told.at(-1)?.userId ?? null);
    await announcements(database).updateOne({ _id: "identity" }, { $set: { after } }, { session });
    return !isEnd;
  });
}

function announcements(database: Database) {
  return database.collection<Announcement>(ANNOUNCEMENTS);
}
