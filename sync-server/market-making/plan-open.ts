import { fundsOf, type Ladder, ladderOf } from "#schemas/market-maker/ladder.ts";
import { xlmNeeded } from "#schemas/market-maker/reserves.ts";
import type { ReadPool } from "#schemas/market-maker/terms.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import type { PoolWish } from "#schemas/market-making-calls.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { marketOf } from "#server/standing-orders/index.ts";
import { freeOf } from "#server/platform/ingest/spendable.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { type AssetName, assetOfKey, isNative, NATIVE } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { impossible, NOTHING_FREED, planTrade, type TradePlan, walletOf, type Wish } from "#server/trading/index.ts";
import { collect } from "#server/wallet/index.ts";
import { referenceOf, type Referred } from "./books.ts";
import type { MarketDeps } from "./deps.ts";
import { crossesOwn, ownSellers } from "./own-prices.ts";
import { poolOf } from "./read-terms.ts";
import { issuedOf, judgeIssuers, refuseAnother, refuseKeys, refuseSmall } from "./refuse-open.ts";

export type PlanDeps = Omit<MarketDeps, "onAccepted">;

/** What a pool would be, as things stand; `read` is null where its terms are none. */
export interface Preview {
  readonly read: ReadPool | null;
  readonly referred: Referred | null;
  readonly ladder: Ladder | null;
  readonly warnings: readonly AppError[];
}

/** An opening worked out. */
export interface OpenPlan extends TradePlan, Preview {
  readonly terms: PoolTerms;
}

/** Works out an opening; nothing is recorded. Throws `wallet-not-ready`, `market-building`, `market-behind` and `network-unreachable`. */
export async function planOpen(deps: PlanDeps, userId: number, { terms, riskAccepted }: PoolWish): Promise<OpenPlan> {
  const { runtime } = deps;
  const account = await walletOf(runtime, userId);
  const found: AppError[] = [];
  const read = collect(found, () => poolOf(terms)) ?? null;
  if (read) found.push(...refuseUnlisted(deps, read));
  if (!riskAccepted) found.push(new AppError("market-risk"));
  if (read) found.push(...refuseKeys(account, read), ...(await refuseAnother(runtime, userId, read, null)));
  const isSeen = read !== null && found.every(({ code }) => code !== "market-assets-unlisted");
  const referred = isSeen ? referenceOf(deps.sides, read, await ownSellers(runtime, account, null)) : null;
  if (referred?.refusal) found.push(referred.refusal);
  const holding = { base: read?.baseAmount ?? 0n, quote: read?.quoteAmount ?? 0n };
  const ladder = read && referred?.price ? ladderOf(read, referred.price, holding) : null;
  if (read && referred?.price) found.push(...refuseSmall(read, referred.price));
  const plan = await planTrade(
    deps,
    account,
    read && isSeen ? openingWish(account._id, read) : impossible("market-making", found, []),
  );
  if (read && isSeen) found.push(...(await refuseReserves(deps, account, read, plan)));
  const issuers = read ? judgeIssuers(read, plan.ledger.issuers) : { refusals: [], warnings: [] };
  const crossed = ladder && read ? await crossesOwn(runtime, account, read, ladder) : [];
  return {
    ...plan,
    refusals: unique([...found, ...issuers.refusals, ...plan.refusals]),
    terms,
    read,
    referred,
    ladder,
    warnings: [...issuers.warnings, ...crossed],
  };
}

function unique(refusals: readonly AppError[]): AppError[] {
  return refusals.filter((one, index) => refusals.findIndex(({ code }) => code === one.code) === index);
}

/** Both assets of a pool have to be listed, and those that its reference is of. Throws `market-building` and `market-behind`. */
export function refuseUnlisted({ feed }: Pick<PlanDeps, "feed">, { base, quote, reference }: ReadPool): AppError[] {
  const found: AppError[] = [];
  for (const pair of [{ base, quote }, ...(reference.kind === "pair" ? [reference] : [])])
    try {
      marketOf(feed, pair);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "market-assets-unlisted") throw error;
      found.push(error);
    }
  return found;
}

/** What is told first of somebody who has too little XLM: what the wallets need beside what they trade. */
async function refuseReserves(
  { runtime }: PlanDeps,
  account: AccountDocument,
  read: ReadPool,
  { fee, feePayer }: TradePlan,
): Promise<AppError[]> {
  const { reserves, feeBuffer } = xlmNeeded(read);
  const need = reserves + feeBuffer;
  const traded = tradedXlm(read);
  const free = freeOf(account, NATIVE, await reservationsOf(runtime.database, null, account._id));
  const missing = need + traded + (feePayer === null ? fee : 0n) - free;
  if (missing <= 0n) return [];
  return [
    new AppError("market-reserves-short", { need: formatAmountShort(need), missing: formatAmountShort(missing) }),
  ];
}

function tradedXlm({ base, quote, baseAmount, quoteAmount }: ReadPool): bigint {
  if (isNative(assetOfKey(base))) return baseAmount;
  return isNative(assetOfKey(quote)) ? quoteAmount : 0n;
}

/** What each wallet gets of what. */
interface Share {
  readonly asset: AssetName;
  readonly amounts: readonly bigint[];
}

function sharesOf(pool: ReadPool): Share[] {
  return [
    { asset: assetOfKey(pool.base), amounts: fundsOf(pool, pool.baseAmount, "sell") },
    { asset: assetOfKey(pool.quote), amounts: fundsOf(pool, pool.quoteAmount, "buy") },
  ];
}

/** The steps that open wallets (G...) out of an account, each with its lines and its share. */
export function openingSteps(source: string, pool: ReadPool, wallets: readonly string[]): Step[] {
  const { perWallet, feeBuffer } = xlmNeeded(pool);
  const shares = sharesOf(pool);
  return wallets.flatMap((wallet, place): Step[] => {
    const xlm = shares.find(({ asset }) => isNative(asset))?.amounts[place] ?? 0n;
    const amount = perWallet + (place === 0 ? feeBuffer : 0n) + xlm;
    const issued = shares.filter(({ asset }) => !isNative(asset));
    return [
      { type: "create_account", source, to: wallet, amount: String(amount) },
      ...issued.map(({ asset }): Step => ({ type: "change_trust", source: wallet, ...asset })),
      ...issued.flatMap(({ asset, amounts }): Step[] => {
        const share = amounts[place] ?? 0n;
        return share > 0n ? [{ type: "payment", source, to: wallet, ...asset, amount: String(share) }] : [];
      }),
    ];
  });
}

/** Its wallets are made when it is accepted: until then the owner's address stands for each. */
function openingWish(source: string, pool: ReadPool): Wish {
  const { reserves, feeBuffer } = xlmNeeded(pool);
  const assets = [assetOfKey(pool.base), assetOfKey(pool.quote)];
  const gives = [
    { asset: NATIVE, amount: reserves + feeBuffer },
    ...sharesOf(pool).map(({ asset, amounts }) => ({ asset, amount: amounts.reduce((sum, each) => sum + each, 0n) })),
  ];
  return {
    kind: "market-making",
    steps: openingSteps(
      source,
      pool,
      Array.from({ length: pool.walletCount }, () => source),
    ),
    gives: gives.filter(({ amount }) => amount > 0n),
    takes: [],
    through: issuedOf(pool),
    freed: NOTHING_FREED,
    reserves: 0,
    spending: { kind: "later", assets: [NATIVE, ...assets], to: null },
    charged: { operation: "trade", portions: [] },
    refusals: [],
    against: () => [],
  };
}
