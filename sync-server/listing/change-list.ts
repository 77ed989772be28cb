import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { FeaturedTokens } from "#schemas/featured-tokens.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import { type Authority, type Change, noteAct } from "#server/approvals/index.ts";
import {
  imagePath,
  NOTHING_LISTED,
  readStoredListing,
  type StoredAsset,
  type StoredListing,
  writeStoredListing,
} from "#server/listed-assets/index.ts";
import { PUBLIC_OWNER, putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";

/** By this row of the interface's configuration every device hears that the list has changed. */
const LISTING_ROW = "listing";

/** A change of the list, and what is noted of it. */
export interface ListChange {
  readonly action: OperatorActionKind;
  /** Which list the operator had looked at; null where what was approved says itself what it stands on. */
  readonly version: number | null;
  /** The list as it becomes, and before and after in words. Throws what stands against it. */
  readonly change: (before: StoredListing) => {
    readonly after: Omit<StoredListing, "version" | "isForged">;
    readonly details: string;
  };
}

/**
 * Changes what is listed, within the caller's transaction: its note first, then the list with the next version, what is put
 * forward, and the row by which devices hear of it. Throws `listing-changed` where somebody else was quicker.
 */
export async function changeListWithin(
  runtime: Runtime,
  session: ClientSession,
  by: Authority,
  { action, version, change }: ListChange,
): Promise<void> {
  const { database, clock } = runtime;
  const before = (await readStoredListing(runtime, session)) ?? NOTHING_LISTED;
  if (version !== null && version !== before.version) throw new AppError("listing-changed");
  const { after, details } = change(before);
  await noteAct(runtime, session, by, { action, userId: null, details, change: changeOf(before, after) });
  const next = before.version + 1;
  await writeStoredListing(runtime, session, { ...after, version: next });
  await putForward(runtime, session, before.assets, after.assets);
  const fields = {
    configKey: LISTING_ROW,
    configValue: String(next),
    configType: "number",
    configCategory: "markets",
    lastUpdated: clock.now(),
  };
  await putReplicated(database, session, "ui_config", PUBLIC_OWNER, [{ uid: LISTING_ROW, fields }]);
}

/** What of the list is otherwise from then on. */
function changeOf(before: StoredListing, after: Omit<StoredListing, "version" | "isForged">): Change {
  const part = (one: typeof after, other: typeof after) => ({
    assets: one.assets.filter((asset) => !other.assets.some((each) => JSON.stringify(each) === JSON.stringify(asset))),
    ...(JSON.stringify(one.pairs) !== JSON.stringify(other.pairs) && { pairs: one.pairs }),
    ...(one.dollar !== other.dollar && { dollar: one.dollar }),
  });
  return { before: part(before, after), after: part(after, before) };
}

/** What the start page puts forward follows the list. */
async function putForward(
  { database, clock }: Runtime,
  session: ClientSession,
  before: readonly StoredAsset[],
  after: readonly StoredAsset[],
): Promise<void> {
  const former = new Map(before.map((asset) => [assetKey(asset), JSON.stringify(asset)]));
  const tokens = database.collection(FeaturedTokens.collection);
  for (const asset of after) {
    if (former.get(assetKey(asset)) === JSON.stringify(asset)) continue;
    const { assetCode, issuer, name, description, website, order, isFeatured, state } = asset;
    const featured = isFeatured && state === "listed";
    const fields = {
      name,
      description: description || null,
      imageUrl: imagePath(asset),
      websiteUrl: website,
      featured,
      displayOrder: order,
    };
    const known = await tokens.updateOne({ assetCode, issuer }, { $set: fields }, { session });
    if (known.matchedCount > 0 || !featured) continue;
    const id = await database.nextIds(session, FeaturedTokens.collection, 1);
    await tokens.insertOne({ id, assetCode, issuer, ...fields, createdAt: clock.now() }, { session });
  }
}
