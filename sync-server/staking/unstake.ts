import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { OfferRate } from "#schemas/staking.ts";
import type { UnstakeInput, UnstakeWish } from "#schemas/staking-calls.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { activeFees, type FeeRule, operatorFee } from "#server/fees/index.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { isSameAsset } from "#server/platform/network/assets.ts";
import { acceptAs, fingerprintOf, type Planned } from "#server/platform/submissions/accept.ts";
import { type TradeDeps, walletOf } from "#server/trading/index.ts";
import { checkAmount, collectFee, instantOf, judgeAlone, ledgerTime, reach, takeLookUp } from "#server/wallet/index.ts";
import { formerAct, noteAct } from "./acts.ts";
import { cutRewards } from "./cut-rewards.ts";
import { type HouseSide, readHouseSide } from "./house-side.ts";
import { assetOf } from "./plan-stake.ts";
import { unstakeName } from "./payment-names.ts";
import { payRewards } from "./claim-rewards.ts";
import { findOffer, findStake, ratesOf, type StakeDocument, writeStake } from "./store.ts";
import { type Outcome, outcomeOf, unstakeRefusals } from "./unstake-outcome.ts";

/** What is taken out, worked out. */
export interface UnstakePlan extends Planned {
  readonly stake: StakeDocument;
  readonly outcome: Outcome;
  /** The network's time by which it is reckoned, in seconds, and its bid for an operation. */
  readonly at: number;
  readonly bid: bigint;
  readonly amount: bigint | null;
  readonly rules: readonly FeeRule[];
  /** The account that takes the operator's fee; null where it cannot take any of this asset. */
  readonly collector: string | null;
}

/** Works out what taking it out comes to. Throws `stake-unknown`, `stake-not-ready`, `wallet-not-ready`, `network-unreachable`. */
export async function planUnstake(deps: TradeDeps, userId: number, wish: UnstakeWish): Promise<UnstakePlan> {
  const { runtime, network } = deps;
  await takeLookUp(runtime, userId);
  const account = await walletOf(runtime, userId);
  const amount = wish.amount === null ? null : checkAmount(wish.amount);
  const [at, bid, rules] = await Promise.all([
    ledgerTime(network),
    reach(network.feeBid()),
    activeFees(runtime, "withdraw"),
  ]);
  const collector = await collectorOf(deps, userId, wish.stakeId);
  const known = { stakeId: wish.stakeId, userId, amount, at, rules, collector };
  const { stake, outcome, refusals } = await look(deps, account, known, null);
  const spending = { kind: "back", assets: [assetOf(stake)] } as const;
  const verdict = await judgeAlone(deps, userId, spending);
  return { account: account._id, spending, verdict, refusals, stake, outcome, at, bid, amount, rules, collector };
}

interface Looked {
  readonly stakeId: number;
  readonly userId: number;
  readonly amount: bigint | null;
  readonly at: number;
  readonly rules: readonly FeeRule[];
  readonly collector: string | null;
}

async function collectorOf({ runtime }: TradeDeps, userId: number, id: number): Promise<string | null> {
  const stake = await findStake(runtime.database, { userId, id }, null);
  if (!stake) throw new AppError("stake-unknown");
  // Of nothing, to learn whether it can take any.
  const collected = await collectFee(runtime, "", { asset: assetOf(stake), amount: 1n });
  return collected && "to" in collected.step ? collected.step.to : null;
}

/** A stake as it is, and what taking it out comes to by that. */
async function look(
  { runtime: { database } }: TradeDeps,
  account: AccountDocument,
  { stakeId, userId, amount, at, rules, collector }: Looked,
  session: ClientSession | null,
) {
  const stake = await findStake(database, { userId, id: stakeId }, session);
  if (!stake) throw new AppError("stake-unknown");
  const asset = assetOf(stake);
  const side = await readHouseSide(database, asset, session);
  if (!side) throw new AppError("stake-not-ready", { assetCode: asset.assetCode });
  const rates = await ratesOf(database, stake, session);
  const offer = await findOffer(database, stake.stakingConfigId, session);
  const feeOn = (sum: bigint) => {
    const fee = operatorFee(rules, asset, sum);
    // One in another asset is not taken: what comes back never waits for what else its owner has.
    return fee && collector !== null && isSameAsset(fee.asset, asset) ? fee.amount : 0n;
  };
  const asked = { stake, rates, side, amount, at, feeOn };
  const minimum = parseAmount(offer?.minStakeAmount ?? "0");
  const refusals = unstakeRefusals({ ...asked, account, address: account._id, minimum });
  return { stake, rates, side, outcome: outcomeOf(asked), refusals };
}

/**
 * Accepts that something is taken out of a stake: by the one acceptance, as what comes back into its owner's hands, so that neither
 * freezing nor a closed offer is in its way. The vault pays it, and the pool what it can of the rewards. Throws what stands against it,
 * `stake-changed` and `idempotency-key-reused`.
 */
export function unstake(deps: TradeDeps, userId: number, input: UnstakeInput): Promise<StakeDocument> {
  const { unstake: wish, agreed, idempotencyKey } = input;
  const { database } = deps.runtime;
  const fingerprint = fingerprintOf(["unstake", wish]);
  const act = { userId, key: idempotencyKey, fingerprint };
  const holdTo = ({ receives, isEarly }: Outcome) => {
    if (receives < parseAmount(agreed.receives) || (isEarly && !agreed.isEarly)) throw new AppError("stake-changed");
  };
  return acceptAs<UnstakePlan, StakeDocument>(
    deps,
    { userId, idempotencyKey, fingerprint, prove: () => Promise.resolve() },
    {
      plan: () => planUnstake(deps, userId, wish),
      holdTo: ({ outcome }) => holdTo(outcome),
      former: (session) => formerAct(database, act, session),
      refusalsWithin: async (session, plan, account) =>
        (await look(deps, account, { ...plan, stakeId: plan.stake.id, userId }, session)).refusals,
      record: async (session, plan, account) => {
        const now = await look(deps, account, { ...plan, stakeId: plan.stake.id, userId }, session);
        holdTo(now.outcome);
        await noteAct(database, session, { ...act, stakeId: plan.stake.id, at: deps.runtime.clock.now() });
        return payOut(deps, session, { ...now, plan });
      },
    },
  );
}

interface Paying {
  readonly plan: UnstakePlan;
  readonly stake: StakeDocument;
  readonly rates: readonly OfferRate[];
  readonly side: HouseSide;
  readonly outcome: Outcome;
}

async function payOut(
  deps: TradeDeps,
  session: ClientSession,
  { plan: { account: to, at, bid, collector }, stake, rates, side, outcome }: Paying,
): Promise<StakeDocument> {
  const { runtime } = deps;
  const { database } = runtime;
  const asset = assetOf(stake);
  const { amount, receives, earlyFee, operatorFee: fee, isEarly, rewards } = outcome;
  const beside = [
    ...(earlyFee > 0n ? [{ to: side.pool._id, amount: earlyFee }] : []),
    ...(fee > 0n && collector !== null ? [{ to: collector, amount: fee }] : []),
  ];
  const attempts = stake.attempts + 1;
  const { id } = await payFromHouse(runtime, session, {
    from: "staking",
    to,
    asset,
    amount: receives,
    memo: `Stake ${stake.id}`,
    key: `unstake-${stake.id}-${attempts}`,
    ledgerKey: unstakeName(stake),
    kind: "unstake",
    knownSince: stake.startDate,
    fee: bid * BigInt(1 + beside.length),
    beside,
  });
  const cut = await cutRewards(database, session, stake, { rates, at });
  const paid = rewards > 0n ? await payRewards(runtime, session, { stake, to, amount: rewards, bid, attempts }) : {};
  return writeStake(database, session, stake, {
    ...cut,
    ...paid,
    status: "withdrawing",
    earlyWithdrawal: isEarly,
    withdrawing: { at: instantOf(at), amount: formatAmount(amount), receives: formatAmount(receives), isEarly },
    unstakeId: id,
    attempts,
    reason: "",
  });
}
