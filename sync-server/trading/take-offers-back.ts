import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { MAX_CANCELLED } from "#schemas/trading.ts";
import { networkFee, spendFeeBudget } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { type OrderDocument, orderCollection } from "#server/orders/index.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { takeBackKey, takingBackOf } from "#server/security/index.ts";
import { readSecurityWithin } from "#server/users/index.ts";
import { cancelSteps } from "./own-orders.ts";
import type { TradeDeps } from "./plan-trade.ts";

type NetworkDeps = Pick<TradeDeps, "runtime" | "network">;

const AT_ONCE = 500;
const SECOND_MS = 1000;
const LONGEST_PAUSE_MS = 10 * 60 * SECOND_MS;
/** What the network may come to ask for each operation at most, in stroops: a tenth of an XLM. */
const MOST_FEE = 1_000_000n;

/**
 * Takes the offers of frozen accounts out of the network's book, by submissions of the server's own: what is under way already is
 * left alone, so that it may be asked for as often as one likes. Answers whether anything was recorded. Throws
 * where the network does not answer.
 */
export async function takeOffersBack(deps: NetworkDeps, userIds: readonly number[]): Promise<boolean> {
  let isAny = false;
  for (let from = 0; from < userIds.length; from += AT_ONCE) {
    const some = { userId: { $in: userIds.slice(from, from + AT_ONCE) }, state: "open" as const, deleted: false };
    const open = await orderCollection(deps.runtime.database)
      .find(some, { projection: { userId: 1 } })
      .toArray();
    for (const userId of new Set(open.map((row) => row.userId)))
      // What one transaction does not take in follows in the next.
      while (await takeSomeBack(deps, userId)) isAny = true;
  }
  return isAny;
}

async function takeSomeBack({ runtime, network }: NetworkDeps, userId: number): Promise<boolean> {
  const { database, clock } = runtime;
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!wallet) return false;
  const bid = await network.feeBid();
  return database.transaction(async (session) => {
    const account = await takeAccount(database, session, wallet._id);
    const { isFrozen, frozenAt } = await readSecurityWithin(runtime, session, userId);
    if (!account || isFrozen !== true || !frozenAt) return false;
    const former = await takingBackOf(runtime, userId, frozenAt, session);
    const failures = failuresOf(former);
    if (restsUntil(former, failures) > clock.now()) return false;
    const rows = chosen(await standing(runtime, session, account), failures);
    if (rows.length === 0) return false;
    const key = takeBackKey(userId, frozenAt, former.length + 1);
    await record(runtime, session, account, { rows, bid, key });
    return true;
  });
}

async function record(
  runtime: Runtime,
  session: ClientSession,
  account: AccountDocument,
  { rows, bid, key }: { readonly rows: readonly OrderDocument[]; readonly bid: bigint; readonly key: string },
): Promise<void> {
  const { database } = runtime;
  const spare = spendableOf(account, NATIVE, await reservationsOf(database, session, account._id));
  const { fee, feePayer } = await payableFee(runtime, session, { bid, operations: rows.length, spare });
  const most = MOST_FEE * BigInt(rows.length);
  await insertSubmission(runtime, session, {
    userId: account.userId,
    idempotencyKey: key,
    fingerprint: key,
    kind: "trade",
    account: account._id,
    steps: cancelSteps(account._id, rows),
    memo: "",
    holds: feePayer === null ? [{ ...NATIVE, amount: String(fee) }] : [],
    fee: String(fee),
    feeLimit: String(fee > most ? fee : most),
    feePayer,
    viaChannel: false,
  });
  await refreshBalances(database, session, account);
}

/** Where the house has nothing left for it, the account has to pay with what it has. */
async function payableFee(
  runtime: Runtime,
  session: ClientSession,
  asked: { readonly bid: bigint; readonly operations: number; readonly spare: bigint },
) {
  const wanted = await networkFee(runtime, asked);
  if (wanted.feePayer === null) return wanted;
  try {
    await spendFeeBudget(runtime, session, wanted.fee);
    return wanted;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { fee: asked.bid * BigInt(asked.operations), feePayer: null };
  }
}

/** Open orders that nothing under way takes back. */
async function standing(
  { database }: Runtime,
  session: ClientSession,
  { _id: address, userId }: AccountDocument,
): Promise<OrderDocument[]> {
  const unfolded = await submissionCollection(database)
    .find({ account: address, isReserving: true }, { session, projection: { _id: 0, steps: 1 } })
    .toArray();
  const named = new Set(
    unfolded.flatMap(({ steps }) => steps.flatMap((step) => (step.type === "cancel_offer" ? [step.offerId] : []))),
  );
  const open = await orderCollection(database)
    .find({ userId, state: "open", deleted: false }, { session, sort: { id: 1 } })
    .toArray();
  return open.filter(({ offerId }) => !named.has(offerId));
}

/**
 * One offer that is gone has a transaction fail that would take back others: after failures it is fewer at once, and others
 * first.
 */
function chosen(rows: readonly OrderDocument[], failures: number): OrderDocument[] {
  const most = Math.max(1, Math.floor(MAX_CANCELLED / 2 ** failures));
  const start = rows.length === 0 ? 0 : failures % rows.length;
  return [...rows.slice(start), ...rows.slice(0, start)].slice(0, most);
}

/** In a row, up to now. What waits for its owner's key in vain is no failure of the network's. */
function failuresOf(former: readonly SubmissionDocument[]): number {
  const own = former.filter(({ cosigning }) => !cosigning).toReversed();
  const since = own.findIndex(({ state }) => state !== "failed");
  return since === -1 ? own.length : since;
}

function restsUntil(former: readonly SubmissionDocument[], failures: number): Date {
  const last = former.at(-1);
  if (!last || failures === 0) return new Date(0);
  return new Date(last.updatedAt.getTime() + Math.min(LONGEST_PAUSE_MS, SECOND_MS * 2 ** failures));
}
