import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";

interface AssetHalt {
  /** `XLM` or `CODE-ISSUER`. */
  readonly _id: string;
  /** For operators. */
  readonly reason: string;
  readonly since: Date;
}

const ASSET_HALTS = "asset_halts";

/** Stops all payments of an asset until {@link resumeAsset}. */
export async function haltAsset(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  asset: AssetName,
  reason: string,
  session: ClientSession | null,
): Promise<void> {
  const change = { $set: { reason }, $setOnInsert: { since: clock.now() } };
  await database
    .collection<AssetHalt>(ASSET_HALTS)
    .updateOne({ _id: assetKey(asset) }, change, { upsert: true, ...inSession(session) });
}

export async function resumeAsset(database: Database, asset: AssetName, session: ClientSession | null): Promise<void> {
  await database.collection<AssetHalt>(ASSET_HALTS).deleteOne({ _id: assetKey(asset) }, inSession(session));
}

export async function isAssetHalted(
  database: Database,
  asset: AssetName,
  session: ClientSession | null,
): Promise<boolean> {
  const options = inSession(session);
  return (await database.collection<AssetHalt>(ASSET_HALTS).findOne({ _id: assetKey(asset) }, options)) !== null;
}

/** The first of these assets that is halted, as a transaction sees it; null where none is. */
export async function firstHalted(
  database: Database,
  session: ClientSession,
  assets: readonly AssetName[],
): Promise<AssetName | null> {
  const halts = await database
    .collection<AssetHalt>(ASSET_HALTS)
    .find({ _id: { $in: assets.map(assetKey) } }, { session, projection: { _id: 1 } })
    .toArray();
  const halted = new Set(halts.map(({ _id }) => _id));
  return assets.find((asset) => halted.has(assetKey(asset))) ?? null;
}

/** Why each halted asset is halted, by `XLM` or `CODE-ISSUER`. */
export async function haltReasons(
  database: Database,
  session: ClientSession | null,
): Promise<ReadonlyMap<string, string>> {
  const halts = await database.collection<AssetHalt>(ASSET_HALTS).find({}, inSession(session)).toArray();
  return new Map(halts.map(({ _id, reason }) => [_id, reason]));
}
