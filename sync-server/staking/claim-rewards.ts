import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { unpaidOf } from "#schemas/stake-reckoning.ts";
import type { ClaimRewardsInput } from "#schemas/staking-calls.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { acceptAs, fingerprintOf, type Planned } from "#server/platform/submissions/accept.ts";
import { type TradeDeps, walletOf } from "#server/trading/index.ts";
import { judgeAlone, ledgerTime, reach, takeLookUp } from "#server/wallet/index.ts";
import { formerAct, noteAct } from "./acts.ts";
import { cutRewards } from "./cut-rewards.ts";
import { payableTo, readHouseSide } from "./house-side.ts";
import { rewardName } from "./payment-names.ts";
import { assetOf } from "./plan-stake.ts";
import { findStake, plus, ratesOf, REWARDS, rewardCollection, type StakeDocument, writeStake } from "./store.ts";
import { lineRefusals } from "./unstake-outcome.ts";

interface ClaimPlan extends Planned {
  readonly stake: StakeDocument;
  readonly at: number;
  readonly bid: bigint;
}

/**
 * Accepts that the rewards of a stake are paid, all that it has earned by the network's time: by the one acceptance, as what comes to
 * its owner. Throws what stands against it, `stake-pool-dry` where the pool has too little, `idempotency-key-reused`.
 */
export function claimRewards(
  deps: TradeDeps,
  userId: number,
  { stakeId, idempotencyKey }: ClaimRewardsInput,
): Promise<StakeDocument> {
  const { runtime } = deps;
  const { database } = runtime;
  const fingerprint = fingerprintOf(["claim-rewards", stakeId]);
  const act = { userId, key: idempotencyKey, fingerprint };
  return acceptAs<ClaimPlan, StakeDocument>(
    deps,
    { userId, idempotencyKey, fingerprint, prove: () => Promise.resolve() },
    {
      plan: () => planClaim(deps, userId, stakeId),
      former: (session) => formerAct(database, act, session),
      refusalsWithin: async (session, { stake, at }, account) =>
        (await look(deps, account, { userId, stakeId: stake.id, at }, session)).refusals,
      record: async (session, { at, bid }, account) => {
        const { stake, rates, due } = await look(deps, account, { userId, stakeId, at }, session);
        await noteAct(database, session, { ...act, stakeId, at: runtime.clock.now() });
        const attempts = stake.attempts + 1;
        const cut = await cutRewards(database, session, stake, { rates, at });
        const paying = { stake, to: account._id, amount: due, bid, attempts };
        const paid = await payRewards(runtime, session, paying);
        return writeStake(database, session, stake, { ...cut, ...paid, attempts, reason: "" });
      },
    },
  );
}

async function planClaim(deps: TradeDeps, userId: number, stakeId: number): Promise<ClaimPlan> {
  const { runtime, network } = deps;
  await takeLookUp(runtime, userId);
  const account = await walletOf(runtime, userId);
  const [at, bid] = await Promise.all([ledgerTime(network), reach(network.feeBid())]);
  const { stake, refusals } = await look(deps, account, { userId, stakeId, at }, null);
  const spending = { kind: "back", assets: [assetOf(stake)] } as const;
  const verdict = await judgeAlone(deps, userId, spending);
  return { account: account._id, spending, verdict, refusals, stake, at, bid };
}

interface Looked {
  readonly userId: number;
  readonly stakeId: number;
  readonly at: number;
}

async function look(
  { runtime: { database } }: TradeDeps,
  account: AccountDocument,
  { userId, stakeId, at }: Looked,
  session: ClientSession | null,
) {
  const stake = await findStake(database, { userId, id: stakeId }, session);
  if (!stake) throw new AppError("stake-unknown");
  const { assetCode } = stake;
  const side = await readHouseSide(database, assetOf(stake), session);
  if (!side) throw new AppError("stake-not-ready", { assetCode });
  const rates = await ratesOf(database, stake, session);
  const due = unpaidOf(stake, rates, at);
  const refusals: AppError[] = [];
  if (stake.status === "pending" || stake.status === "failed") refusals.push(new AppError("stake-not-active"));
  if (stake.status === "withdrawing" || stake.claimId !== null) refusals.push(new AppError("stake-busy"));
  if (side.book.halted !== "") refusals.push(new AppError("stake-halted", { assetCode }));
  if (due === 0n) refusals.push(new AppError("stake-no-rewards"));
  if (due > payableTo(side, stake.terms.lockupDays > 0))
    refusals.push(new AppError("stake-pool-dry", { amount: formatAmountShort(due), assetCode }));
  refusals.push(...lineRefusals({ stake, account, address: account._id }, { receives: 0n, rewards: due }));
  return { stake, rates, due, refusals };
}

interface Paying {
  readonly stake: StakeDocument;
  readonly to: string;
  readonly amount: bigint;
  readonly bid: bigint;
  readonly attempts: number;
}

/** Has the pool pay rewards, and their rows with them; answers with what the stake then says of it. */
export async function payRewards(
  runtime: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { stake, to, amount, bid, attempts }: Paying,
): Promise<Pick<StakeDocument, "claimId" | "paying">> {
  const { id } = await payFromHouse(runtime, session, {
    from: "staking-rewards",
    to,
    asset: assetOf(stake),
    amount,
    memo: `Rewards of stake ${stake.id}`,
    key: `stake-reward-${stake.id}-${attempts}`,
    ledgerKey: rewardName(stake),
    kind: "stake-reward",
    knownSince: stake.startDate,
    fee: bid,
  });
  await markRewards(runtime, session, stake, { from: "accrued", fields: { status: "paying", claimId: id } });
  return { claimId: id, paying: plus(stake.paying, amount) };
}

interface Marking {
  readonly from: "accrued" | "paying";
  readonly fields: object;
}

/** Has the rows of a stake that are in one state go to another. */
export async function markRewards(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  { id, userId }: Pick<StakeDocument, "id" | "userId">,
  { from, fields }: Marking,
): Promise<void> {
  const rows = await rewardCollection(database)
    .find({ userStakeId: id, status: from }, { session, projection: { _id: 0, uid: 1 } })
    .toArray();
  const writes = rows.map(({ uid }) => ({ uid, fields }));
  await putReplicated(database, session, REWARDS, userId, writes);
}
