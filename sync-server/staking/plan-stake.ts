import { AppError } from "#schemas/errors.ts";
import { totalOver } from "#schemas/stake-reckoning.ts";
import type { StakeWish } from "#schemas/staking-calls.ts";
import { ppmOf, shareOf } from "#schemas/values/accrual.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import {
  impossible,
  NOTHING_FREED,
  planTrade,
  type TradeDeps,
  type TradePlan,
  walletOf,
  type Wish,
} from "#server/trading/index.ts";
import { readSecurity } from "#server/users/index.ts";
import { checkAmount, collect } from "#server/wallet/index.ts";
import { freeOfPool, type HouseSide, readHouseSide } from "./house-side.ts";
import { dailyOf, reachOf } from "./pool-reach.ts";
import { findOffer, offerCollection, type OfferDocument } from "./store.ts";
import { rateAt } from "./offer-rates.ts";

/** A stake worked out; amounts in stroops. */
export interface StakePlan extends TradePlan {
  readonly offer: OfferDocument;
  /** Null where it cannot be read. */
  readonly amount: bigint | null;
  readonly terms: { readonly ratePpm: number; readonly earlyFeePpm: number };
  /** Of a locked one to its end, of a flexible one in a year. */
  readonly rewards: bigint;
  readonly earlyFee: bigint;
  /** How many days the pool pays the flexible stakes that there are; null where there are none. */
  readonly reachDays: number | null;
}

const YEAR_DAYS = 365;

/**
 * Works out a stake and everything that stands against it; nothing is recorded. It is judged as an exchange for what surely comes
 * back: what leaving early would cost counts as given away. Throws `stake-offer-unknown` (to a frozen user `account-frozen`), `wallet-not-ready`, `network-unreachable`.
 */
export async function planStake(deps: TradeDeps, userId: number, wished: StakeWish, at: number): Promise<StakePlan> {
  const { database } = deps.runtime;
  const offer = await findOffer(database, wished.offerId, null);
  if (!offer) {
    const { isFrozen } = await readSecurity(deps.runtime, userId);
    throw new AppError(isFrozen === true ? "account-frozen" : "stake-offer-unknown");
  }
  const account = await walletOf(deps.runtime, userId);
  const asset = assetOf(offer);
  const refusals: AppError[] = [];
  const amount = collect(refusals, () => checkAmount(wished.amount)) ?? null;
  const side = await readHouseSide(database, asset, null);
  const terms = termsOf(offer, at);
  const rewards = amount === null ? 0n : totalOver(amount, terms.ratePpm, offer.lockupPeriod || YEAR_DAYS);
  const earlyFee = amount === null ? 0n : shareOf(amount, BigInt(terms.earlyFeePpm));
  const offers = await offerCollection(database).find({}).toArray();
  const reachDays = side && reachOf(freeOfPool(side), dailyOf(offers, asset, at));
  const wish =
    amount === null || !side
      ? impossible("stake", side ? refusals : [new AppError("stake-not-ready", { assetCode: asset.assetCode })], [
          asset,
        ])
      : wishOf(account._id, side.vault._id, { asset, amount, earlyFee });
  const plan = await planTrade(deps, account, wish);
  const own = amount === null || !side ? [] : refusalsOf(offer, side, { wished, amount, rewards });
  return { ...plan, refusals: [...own, ...plan.refusals], offer, amount, terms, rewards, earlyFee, reachDays };
}

export function assetOf({ assetCode, issuer }: AssetName): AssetName {
  return { assetCode, issuer };
}

/** What a stake of an offer is agreed to at a time. */
export function termsOf(offer: OfferDocument, at: number): StakePlan["terms"] {
  return { ratePpm: rateAt(offer, at), earlyFeePpm: ppmOf(offer.earlyWithdrawalFee) ?? 0 };
}

interface Staked {
  readonly wished: Pick<StakeWish, "version">;
  readonly amount: bigint;
  /** To its end. */
  readonly rewards: bigint;
}

/** What stands against a stake by its offer and by the pool, the first first. */
export function refusalsOf(offer: OfferDocument, side: HouseSide, { wished, amount, rewards }: Staked): AppError[] {
  const { assetCode } = offer;
  const refusals: AppError[] = [];
  if (side.book.halted !== "") refusals.push(new AppError("stake-halted", { assetCode }));
  if (!offer.active) refusals.push(new AppError("stake-offer-closed"));
  if (offer.version !== wished.version) refusals.push(new AppError("stake-offer-changed"));
  const minimum = parseAmount(offer.minStakeAmount);
  if (amount < minimum)
    refusals.push(new AppError("stake-too-small", { minimum: formatAmountShort(minimum), assetCode }));
  const free = freeOfPool(side);
  if (offer.lockupPeriod > 0 && rewards > free)
    refusals.push(
      new AppError("stake-pool-short", {
        room: formatAmountShort(free > 0n ? free : 0n),
        amount: formatAmountShort(rewards),
        assetCode,
      }),
    );
  return refusals;
}

interface Given {
  readonly asset: AssetName;
  readonly amount: bigint;
  readonly earlyFee: bigint;
}

function wishOf(source: string, vault: string, { asset, amount, earlyFee }: Given): Wish {
  const given = { asset, amount };
  return {
    kind: "stake",
    steps: [{ type: "payment", source, to: vault, ...asset, amount: String(amount) }],
    gives: [given],
    takes: [],
    through: [],
    freed: NOTHING_FREED,
    reserves: 0,
    spending: {
      kind: "exchange",
      operation: "trade",
      gives: [given],
      takes: [{ asset, amount: amount - earlyFee }],
      adds: [],
      through: [],
    },
    charged: { operation: "stake", portions: [given] },
    refusals: [],
    against: () => [],
  };
}
