import { claimableCollection } from "#server/claimables/index.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AssetName, assetKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { type Asker, type KnownPrice, knownPriceOf, priceCollection, unread } from "./store.ts";

/** Anyone may set assets of any number aside for somebody: of those only so many are priced, the newest. */
const MOST_CLAIMABLES = 50;
/** A person's assets beyond this are not priced. */
const MOST_HELD = 200;
/** What one person can have priced that nobody had before them. */
const MOST_BROUGHT: Readonly<Record<Asker["as"], number>> = { holder: 2 * MOST_HELD, claimant: 2 * MOST_CLAIMABLES };
/** An asset is priced as long as somebody asked for it within this. */
export const WANTED_FOR_MS = 30 * 86_400_000;
/** That an asset is wanted is noted again only after so long: reading prices is not to cost a write. */
const NOTED_MS = 6 * 3_600_000;

interface Own {
  readonly held: readonly AssetName[];
  readonly aside: readonly AssetName[];
}

/** The assets that a user holds, XLM among them, and others that wait to be claimed. */
export async function assetsOf(runtime: Pick<Runtime, "database">, userId: number): Promise<AssetName[]> {
  const { held, aside } = await readOwn(runtime, userId);
  return [...held, ...aside];
}

async function readOwn({ database }: Pick<Runtime, "database">, userId: number): Promise<Own> {
  const [account, claimables] = await Promise.all([
    accountCollection(database).findOne({ userId, role: "wallet" }, { projection: { lines: 1 } }),
    claimableCollection(database)
      .find({ userId, state: "open" }, { sort: { id: -1 }, limit: MOST_CLAIMABLES })
      .project<AssetName>({ _id: 0, assetCode: 1, issuer: 1 })
      .toArray(),
  ]);
  const held = byKey([NATIVE, ...(account?.lines ?? []).slice(0, MOST_HELD)]);
  const aside = byKey(claimables);
  return { held: [...held.values()], aside: [...aside].flatMap(([key, asset]) => (held.has(key) ? [] : [asset])) };
}

function byKey(assets: readonly AssetName[]): Map<string, AssetName> {
  return new Map(assets.map(({ assetCode, issuer }) => [assetKey({ assetCode, issuer }), { assetCode, issuer }]));
}

/**
 * Has what this user holds, and is to claim, priced from now on, and tells what that is. `isNew` says whether there are any
 * assets among them that never were.
 */
export async function wantOwn(
  runtime: Pick<Runtime, "database" | "clock">,
  userId: number,
): Promise<{ readonly own: readonly AssetName[]; readonly isNew: boolean }> {
  const { held, aside } = await readOwn(runtime, userId);
  const hasHeld = await want(runtime, held, { userId, as: "holder" });
  const hasAside = await want(runtime, aside, { userId, as: "claimant" });
  return { own: [...held, ...aside], isNew: hasHeld || hasAside };
}

/**
 * Has these assets priced from now on; answers whether there are any among them that never were. Of what nobody had priced
 * before, each asker brings so much and no more; the house, which is null, whatever it lists.
 */
export async function want(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  assets: readonly AssetName[],
  wantedBy: Asker | null,
): Promise<boolean> {
  const now = clock.now();
  const ids = assets.map(assetKey);
  const prices = priceCollection(database);
  const known = await prices.find({ _id: { $in: ids } }, { projection: { _id: 1, wantedAt: 1 } }).toArray();
  const wantedAtOf = new Map(known.map(({ _id, wantedAt }) => [_id, wantedAt.getTime()]));
  const unknown = assets.filter((asset) => !wantedAtOf.has(assetKey(asset)));
  const room =
    wantedBy === null ? unknown.length : MOST_BROUGHT[wantedBy.as] - (await prices.countDocuments({ wantedBy }));
  const faded = assets.filter((asset) => (wantedAtOf.get(assetKey(asset)) ?? Infinity) <= now.getTime() - NOTED_MS);
  const noted = [...faded, ...unknown.slice(0, Math.max(0, room))];
  if (noted.length === 0) return false;
  const { upsertedCount } = await prices.bulkWrite(
    noted.map((asset) => {
      const { _id, wantedAt, ...fields } = unread(asset, now);
      const first = wantedBy === null ? fields : { ...fields, wantedBy };
      return { updateOne: { filter: { _id }, update: { $set: { wantedAt }, $setOnInsert: first }, upsert: true } };
    }),
    { ordered: false },
  );
  return upsertedCount > 0;
}

/**
 * What is known of an asset's price, today's or an earlier one; null where it never had one. Where this user holds it, it is
 * priced from now on: what somebody merely names is not.
 */
export async function lastPriceOf(runtime: Runtime, userId: number, asset: AssetName): Promise<KnownPrice | null> {
  const document = await priceCollection(runtime.database).findOne({ _id: assetKey(asset) });
  if (document !== null) return knownPriceOf(document);
  const { held } = await readOwn(runtime, userId);
  if (held.some((own) => isSameAsset(own, asset))) await want(runtime, [asset], { userId, as: "holder" });
  return null;
}

/**
 * Forgets what nobody asked for any more and never had a price. What had one stays: without it, limits would count the
 * asset's own units once somebody holds it again.
 */
export async function forgetUnwanted({ database, clock }: Pick<Runtime, "database" | "clock">): Promise<void> {
  const wantedAt = { $lte: new Date(clock.now().getTime() - WANTED_FOR_MS) };
  await priceCollection(database).deleteMany({ isListed: false, wantedAt, xlm: null, lastXlm: { $exists: false } });
}
