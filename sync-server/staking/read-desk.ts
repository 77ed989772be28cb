import type { StakingDeskOutput, StakingPool } from "#schemas/staking-desk.ts";
import { StakeStatus } from "#schemas/staking.ts";
import { formatAmount, MAX_STROOPS, parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccount, houseAccounts } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, isNative, isSameAsset } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { readBook } from "./books.ts";
import { offeredAssets } from "./keep-lines.ts";
import { dailyOf, reachOf } from "./pool-reach.ts";
import { offerOutput } from "./set-offer.ts";
import { offerCollection, type OfferDocument, stakeCollection } from "./store.ts";

/** Everything of staking that operators look after: offers with their stakes by state, vaults and pools, and how far they reach. */
export async function readStakingDesk(runtime: Runtime): Promise<StakingDeskOutput> {
  const { database, clock } = runtime;
  const offers = await offerCollection(database)
    .find({}, { sort: { displayOrder: 1, id: 1 } })
    .toArray();
  const addresses = await houseAccounts(database);
  const assets = await offeredAssets(runtime);
  const now = Math.floor(clock.now().getTime() / 1000);
  return {
    offers: await Promise.all(
      offers.map(async (offer) => ({ ...offerOutput(offer), stakes: await countedOf(database, offer.id) })),
    ),
    pools: await Promise.all(assets.map((asset) => poolOf(database, asset, { offers, now }))),
    vaultAddress: addresses.get("staking") ?? null,
    poolAddress: addresses.get("staking-rewards") ?? null,
  };
}

async function countedOf(database: Database, stakingConfigId: number) {
  const counted = StakeStatus.options.map(async (state) => {
    let [stakes, sum] = [0, 0n];
    const found = stakeCollection(database).find(
      { stakingConfigId, status: state },
      { projection: { _id: 0, amount: 1, left: 1 } },
    );
    for await (const { amount, left } of found) {
      stakes += 1;
      sum += parseAmount(state === "active" || state === "withdrawing" ? left : amount);
    }
    return { state, stakes, amount: formatAmount(sum > MAX_STROOPS ? MAX_STROOPS : sum) };
  });
  return Promise.all(counted);
}

interface Of {
  readonly offers: readonly OfferDocument[];
  readonly now: number;
}

async function poolOf(database: Database, asset: AssetName, { offers, now }: Of): Promise<StakingPool> {
  const [vault, pool, book] = await Promise.all([
    houseAccount(database, "staking", null),
    houseAccount(database, "staking-rewards", null),
    readBook(database, asset, null),
  ]);
  const held = isNative(asset) ? vault?.balance : vault && lineOf(vault, asset)?.balance;
  const payable = pool ? spendableOf(pool, asset, await reservationsOf(database, null, pool._id)) : 0n;
  const own = offers.filter((offer) => isSameAsset(offer, asset));
  const staked = own.reduce((sum, { totalStaked }) => sum + parseAmount(totalStaked), 0n);
  const daily = dailyOf(offers, asset, now);
  const free = payable - book.promised - book.owed;
  const { assetCode, issuer } = asset;
  return {
    assetCode,
    issuer,
    vault: formatAmount(BigInt(held ?? "0")),
    staked: formatAmount(staked),
    pool: formatAmount(payable),
    promised: formatAmount(book.promised),
    owed: formatAmount(book.owed),
    daily: formatAmount(daily),
    reachDays: reachOf(free, daily),
    halted: book.halted,
  };
}
