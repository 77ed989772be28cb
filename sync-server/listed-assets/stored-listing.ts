import type { ClientSession, Collection } from "mongodb";
import * as v from "valibot";
import { AssetKey } from "#schemas/markets.ts";
import { AccountAddress, AssetCode } from "#schemas/values/fields.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";

/** An asset that is listed, or was: of a delisted one its holders still see the name and the picture. */
const StoredAsset = v.object({
  assetCode: AssetCode,
  issuer: AccountAddress,
  name: v.string(),
  description: v.string(),
  conditions: v.string(),
  displayDecimals: v.number(),
  /** An https address; null for none. */
  website: v.nullable(v.string()),
  /** A picture of ours: the digest of one that is kept, the name of one that comes with the server, or none. */
  picture: v.nullable(v.string()),
  /** Its place among the others, from 0; several may have the same. */
  order: v.number(),
  isFeatured: v.boolean(),
  /** Whether its issuer's home domain leads to this server's stellar.toml. */
  isOwn: v.boolean(),
  state: v.picklist(["listed", "delisted"]),
  /** When it was listed, or delisted. */
  since: v.string(),
});
export type StoredAsset = v.InferOutput<typeof StoredAsset>;

const StoredPair = v.object({ base: AssetKey, quote: AssetKey });
export type StoredPair = v.InferOutput<typeof StoredPair>;

/** All that is listed, in one document: whoever changes it has seen all of it. */
const Contents = v.object({
  /** Rises with every change. */
  version: v.number(),
  assets: v.array(StoredAsset),
  /** Markets that are put forward, the first first. */
  pairs: v.array(StoredPair),
  /** The listed asset that stands for the US dollar. */
  dollar: v.nullable(AssetKey),
});
export interface StoredListing extends v.InferOutput<typeof Contents> {
  /** Whether somebody wrote it past the server: then it lists nothing. */
  readonly isForged?: boolean;
}

interface ListingDocument extends StoredListing {
  readonly _id: "listing";
  readonly seal?: string;
}

/** What is listed decides what is traded, priced and counted against limits. */
const LISTING_KIND: SealedKind<ListingDocument> = {
  collection: "asset_listing",
  contentOf: ({ _id, version, assets, pairs, dollar }) => ({ _id, version, assets, pairs, dollar }),
};

export const NOTHING: StoredListing = { version: 0, assets: [], pairs: [], dollar: null };

export function listingCollection({ database }: Pick<Runtime, "database">): Collection<ListingDocument> {
  return database.collection<ListingDocument>(LISTING_KIND.collection);
}

/**
 * What is stored, in the caller's transaction where there is one; null where nothing ever was. What was written past the server
 * lists nothing, and operators are told.
 */
export async function readStored(
  runtime: Pick<Runtime, "database" | "clock" | "log">,
  session: ClientSession | null,
): Promise<StoredListing | null> {
  const { database } = runtime;
  const stored = await listingCollection(runtime).findOne({ _id: "listing" }, inSession(session));
  if (!stored) return null;
  if (isRowSealed(database, LISTING_KIND, stored)) return v.parse(Contents, stored);
  await tellForged(runtime, "the list of assets", {});
  const version = Number.isSafeInteger(stored.version) ? stored.version : 0;
  return { ...NOTHING, version, isForged: true };
}

/** Puts another list in the place of the one that the transaction has read. */
export async function writeStored(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  listing: StoredListing,
): Promise<void> {
  const { version, assets, pairs, dollar } = listing;
  const document: ListingDocument = { _id: "listing", version, assets, pairs, dollar };
  const { _id, ...fields } = document;
  const replacement = { ...fields, seal: sealRow(database, LISTING_KIND, document) };
  await listingCollection({ database }).replaceOne({ _id }, replacement, { session, upsert: true });
}

/** The first list of a network that brings one of its own; another process may have been first. */
export async function seedStored(
  { database }: Pick<Runtime, "database">,
  seed: Omit<StoredListing, "version">,
): Promise<void> {
  const document: ListingDocument = { _id: "listing", version: 1, ...seed };
  const { _id, ...fields } = document;
  const seal = sealRow(database, LISTING_KIND, document);
  await listingCollection({ database }).updateOne({ _id }, { $setOnInsert: { ...fields, seal } }, { upsert: true });
}
