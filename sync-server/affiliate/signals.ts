import type { ClientSession } from "mongodb";
import type { SignalKind } from "#schemas/affiliate-desk.ts";
import { shareDevice } from "#server/auth/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { walletOfUser } from "#server/platform/ingest/wallet-of-user.ts";
import { tellBy } from "./programs.ts";
import { putRewards } from "./rewards.ts";
import {
  type ProgramDocument,
  programCollection,
  rewardCollection,
  type SignalDocument,
  signalCollection,
  SIGNALS,
  UNPAID,
} from "./store.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Whom one link brings within an hour before it is asked whether they are people. */
const MOST_AN_HOUR = 10;
/** Of somebody's history, so many rows are looked at. */
const MOST_LOOKED_AT = 200;

interface Finding {
  readonly kind: SignalKind;
  readonly detail: string;
}

/**
 * What speaks for two places being one person's, or for people who are none. Each is noted once; what operators have dismissed holds nothing any more. Answers with those that
 * hold what is booked between the two.
 */
export async function findSignals(
  runtime: Runtime,
  session: ClientSession,
  affiliate: ProgramDocument,
  referred: ProgramDocument,
): Promise<readonly SignalKind[]> {
  const { database, clock } = runtime;
  const pair = { affiliateId: affiliate.id, referredId: referred.id };
  const signals = signalCollection(database);
  const known = await signals.find(pair, { session }).toArray();
  const found = (await look(runtime, session, affiliate, referred)).filter(
    ({ kind }) => !known.some((each) => each.kind === kind),
  );
  if (found.length > 0) {
    const id = await database.nextIds(session, SIGNALS, found.length);
    const users = { userId: affiliate.userId, referredUserId: referred.userId };
    await signals.insertMany(
      found.map(({ kind, detail }, index) => ({
        id: id + index,
        ...pair,
        ...users,
        kind,
        detail,
        at: clock.now(),
        state: "open",
        holds: 1,
      })),
      { session },
    );
    await hold(runtime, session, pair, found);
  }
  const open = known.filter(({ state }) => state === "open");
  // Whoever lets one go meanwhile does not see what it holds here: written, the two cannot both be.
  if (open.length > 0) await signals.updateMany({ ...pair, state: "open" }, { $inc: { holds: 1 } }, { session });
  return [...open, ...found].map(({ kind }) => kind);
}

/** What was earned between the two before waits, too, unless it is on its way. */
async function hold(
  runtime: Runtime,
  session: ClientSession,
  pair: Pick<SignalDocument, "affiliateId" | "referredId">,
  found: readonly Finding[],
): Promise<void> {
  const rows = await rewardCollection(runtime.database)
    .find({ ...pair, state: { $in: [...UNPAID] } }, { session })
    .toArray();
  const kinds = found.map(({ kind }) => kind);
  await putRewards(runtime, session, rows, ({ signals }) => ({ signals: [...signals, ...kinds] }));
  await tellBy(runtime.database, session, [pair.affiliateId], runtime.clock.now());
}

async function look(
  runtime: Runtime,
  session: ClientSession,
  affiliate: ProgramDocument,
  referred: ProgramDocument,
): Promise<readonly Finding[]> {
  const { database } = runtime;
  const device = await shareDevice(runtime, affiliate.userId, referred.userId);
  const addresses = await lookAtMoney(runtime, session, affiliate.userId, referred.userId);
  const burst = await lookForBurst(database, session, affiliate, referred);
  const shared: readonly Finding[] = device ? [{ kind: "device", detail: "" }] : [];
  return [...shared, ...addresses, ...burst];
}

async function lookForBurst(
  database: Database,
  session: ClientSession,
  { id }: ProgramDocument,
  { joinedAt, referrerId }: ProgramDocument,
): Promise<readonly Finding[]> {
  if (referrerId !== id) return [];
  const around = { $gt: new Date(joinedAt.getTime() - HOUR_MS), $lt: new Date(joinedAt.getTime() + HOUR_MS) };
  const count = await programCollection(database).countDocuments(
    { referrerId: id, joinedAt: around },
    { session, limit: 10 * MOST_AN_HOUR },
  );
  return count > MOST_AN_HOUR ? [{ kind: "burst", detail: String(count) }] : [];
}

/** Whether both paid the same stranger's account, or were paid by the same one, or one by the other. */
async function lookAtMoney(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  referredUserId: number,
): Promise<readonly Finding[]> {
  const { database } = runtime;
  // One after the other: a transaction does one thing at a time.
  const own = await sidesOf(database, session, userId);
  const theirs = await sidesOf(database, session, referredUserId);
  const wallet = await walletOfUser(runtime, userId, session);
  const paid = await strangersAmong(
    database,
    session,
    [...own.paid].filter((address) => theirs.paid.has(address)),
  );
  const funded = await strangersAmong(
    database,
    session,
    [...own.from].filter((address) => theirs.from.has(address)),
  );
  const funder = wallet !== null && theirs.from.has(wallet._id) ? wallet._id : funded[0];
  return [
    ...(paid[0] === undefined ? [] : [{ kind: "payout-address" as const, detail: paid[0] }]),
    ...(funder === undefined ? [] : [{ kind: "funding-source" as const, detail: funder }]),
  ];
}

async function sidesOf(database: Database, session: ClientSession, userId: number) {
  const rows = await database
    .collection<{ readonly type: string; readonly from: string; readonly to: string; readonly memo: string }>(
      "transactions",
    )
    .find(
      { userId, type: { $in: ["send", "receive"] }, deleted: false },
      {
        session,
        projection: { _id: 0, type: 1, from: 1, to: 1, memo: 1 },
        limit: MOST_LOOKED_AT,
        sort: { revision: 1 },
      },
    )
    .toArray();
  const received = rows.filter(({ type }) => type === "receive");
  // An exchange tells its customers apart by the memo.
  const paid = rows.filter(({ type, memo }) => type === "send" && memo === "");
  return { from: new Set(received.map(({ from }) => from)), paid: new Set(paid.map(({ to }) => to)) };
}

/** Of these addresses those that are nobody's here: what people here have in common with others is theirs. */
async function strangersAmong(database: Database, session: ClientSession, addresses: readonly string[]) {
  if (addresses.length === 0) return [];
  const ours = await accountCollection(database)
    .find({ _id: { $in: [...addresses] } }, { session, projection: { _id: 1 } })
    .toArray();
  const known = new Set(ours.map(({ _id }) => _id));
  return addresses.filter((address) => !known.has(address));
}
