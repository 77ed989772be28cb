import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { MAX_OPEN_STAKES } from "#schemas/staking.ts";
import type { StakeInput } from "#schemas/staking-calls.ts";
import { DAY_SECONDS } from "#schemas/values/accrual.ts";
import { formatAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { recordTrade, type TradeDeps, type Trader } from "#server/trading/index.ts";
import { readHouseSide } from "./house-side.ts";
import { assetOf, planStake, refusalsOf, type StakePlan, termsOf } from "./plan-stake.ts";
import { ledgerTime } from "#server/wallet/index.ts";
import { findOffer, stakeCollection, writeStake } from "./store.ts";

/**
 * Accepts a stake; see `recordTrade`. It is `pending` until the ledger has it. Throws what stands against it, `fees-risen` and
 * `idempotency-key-reused`.
 */
export async function makeStake(deps: TradeDeps, trader: Trader, input: StakeInput): Promise<SubmissionDocument> {
  const { stake: wished, agreed, idempotencyKey } = input;
  let planned: StakePlan | null = null;
  let at = 0;
  return recordTrade(
    deps,
    trader,
    {
      agreed,
      idempotencyKey,
      content: ["stake", wished],
      alongside: async (session, submission) => {
        if (!planned) throw new Error("a stake was recorded without its plan");
        await keepStake(deps, session, { planned, submission, idempotencyKey, at });
      },
    },
    async () => {
      at = await ledgerTime(deps.network);
      planned = await planStake(deps, trader.userId, wished, at);
      return planned;
    },
  );
}

interface Kept {
  readonly planned: StakePlan;
  readonly submission: SubmissionDocument;
  readonly idempotencyKey: string;
  /** The network's time, in seconds. */
  readonly at: number;
}

/** Everything is asked again of what the transaction sees; whoever stakes at once takes the pool after the other. */
async function keepStake(
  { runtime: { database } }: TradeDeps,
  session: ClientSession,
  { planned, submission, idempotencyKey, at }: Kept,
): Promise<void> {
  const { amount, rewards } = planned;
  const offer = await findOffer(database, planned.offer.id, session);
  const asset = assetOf(planned.offer);
  const seen = await readHouseSide(database, asset, session);
  if (!offer || amount === null || !seen) throw new AppError("stake-not-ready", { assetCode: asset.assetCode });
  await takeAccount(database, session, seen.pool._id);
  const wished = { version: planned.offer.version };
  const [refusal] = refusalsOf(offer, seen, { wished, amount, rewards });
  if (refusal) throw refusal;
  const { userId } = submission;
  const open = await stakeCollection(database).countDocuments(
    { userId, status: { $in: ["pending", "active", "withdrawing"] } },
    { session },
  );
  if (open >= MAX_OPEN_STAKES) throw new AppError("stake-too-many", { most: MAX_OPEN_STAKES });
  const startDate = new Date(at * 1000);
  const { lockupPeriod } = offer;
  const text = formatAmount(amount);
  await writeStake(
    database,
    session,
    { userId, uid: idempotencyKey },
    {
      stakingConfigId: offer.id,
      ...asset,
      name: offer.name,
      amount: text,
      left: text,
      terms: { version: offer.version, lockupDays: lockupPeriod, ...termsOf(offer, at) },
      startDate,
      endDate: lockupPeriod > 0 ? new Date((at + lockupPeriod * DAY_SECONDS) * 1000) : null,
      principals: [],
      stoppedAt: null,
      status: "pending",
      earlyWithdrawal: false,
      withdrawing: null,
      paid: ZERO_AMOUNT,
      paying: ZERO_AMOUNT,
      forfeited: ZERO_AMOUNT,
      reason: "",
      lastRewardDate: startDate,
      accruedRewards: ZERO_AMOUNT,
      submissionId: submission.id,
      unstakeId: null,
      claimId: null,
      attempts: 0,
      isUnlockTold: false,
    },
  );
}
