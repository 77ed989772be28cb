import type { AssetPrice } from "#schemas/markets.ts";
import { claimableCollection } from "#server/platform/ingest/claimables.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { priceCollection, priceOf, unread } from "./store.ts";

/** Anyone may set assets of any number aside for somebody: of those only so many are priced, the newest. */
const MOST_CLAIMABLES = 50;
/** A person's assets beyond this are not priced. */
const MOST_HELD = 200;
/** That an asset is wanted is noted again only after so long: reading prices is not to cost a write. */
const NOTED_MS = 6 * 3_600_000;

/** The assets that a user holds, XLM among them, and those that wait to be claimed. */
export async function assetsOf({ database }: Pick<Runtime, "database">, userId: number): Promise<AssetName[]> {
  const [account, claimables] = await Promise.all([
    accountCollection(database).findOne({ userId, role: "wallet" }, { projection: { lines: 1 } }),
    claimableCollection(database)
      .find({ userId, state: "open" }, { sort: { id: -1 }, limit: MOST_CLAIMABLES })
      .project<AssetName>({ _id: 0, assetCode: 1, issuer: 1 })
      .toArray(),
  ]);
  const held = (account?.lines ?? []).slice(0, MOST_HELD);
  const byKey = new Map([NATIVE, ...held, ...claimables].map((asset) => [assetKey(asset), asset]));
  return [...byKey.values()].map(({ assetCode, issuer }) => ({ assetCode, issuer }));
}

/** Has these assets priced from now on. Answers whether there are any among them that never were. */
export async function want({ database, clock }: Runtime, assets: readonly AssetName[]): Promise<boolean> {
  const now = clock.now();
  const ids = assets.map(assetKey);
  const prices = priceCollection(database);
  const known = await prices.find({ _id: { $in: ids } }, { projection: { _id: 1, wantedAt: 1 } }).toArray();
  const lately = new Set(
    known.filter(({ wantedAt }) => wantedAt.getTime() > now.getTime() - NOTED_MS).map(({ _id }) => _id),
  );
  const missing = assets.filter((asset) => !lately.has(assetKey(asset)));
  if (missing.length === 0) return false;
  const { upsertedCount } = await prices.bulkWrite(
    missing.map((asset) => {
      const { _id, wantedAt, ...fields } = unread(asset, now);
      return { updateOne: { filter: { _id }, update: { $set: { wantedAt }, $setOnInsert: fields }, upsert: true } };
    }),
    { ordered: false },
  );
  return upsertedCount > 0;
}

/** What an asset was worth when its market was last read; null where nobody knows. It is priced from now on. */
export async function lastPriceOf(runtime: Runtime, asset: AssetName): Promise<AssetPrice | null> {
  const document = await priceCollection(runtime.database).findOne({ _id: assetKey(asset) });
  if (document !== null) return priceOf(document);
  await want(runtime, [asset]);
  return null;
}
