import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import { ToldRefusal } from "./said.ts";
import { AssetFacts, AssetPowers } from "./trustlines.ts";
import { says } from "./values/field-sentences.ts";
import { AccountAddress, AssetCode, Instant, requiredText, textUpTo } from "./values/fields.ts";

/** Assets that are listed at once: the index follows every two of them. */
export const MOST_LISTED = 20;
/** Pairs that are put forward at once. */
export const MOST_PAIRS = 60;
/** The largest picture of an asset that is taken, in bytes. */
export const ASSET_PICTURE_BYTES = 500_000;
const PICTURE_CHARACTERS = Math.ceil(ASSET_PICTURE_BYTES / 3) * 4;
/** What a request with such a picture may be long. */
export const LISTING_BODY_BYTES = PICTURE_CHARACTERS + 32 * 1024;

const Reason = requiredText(500, says("say-why"));
/** Which list was looked at: of two operators at once, the second one looks again. */
const Seen = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const WebAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(300, says("at-most", { most: 300 })),
  v.check((text) => URL.canParse(text) && new URL(text).protocol === "https:", says("web-address")),
);
/** The asset that a path names, by its key. */
export const ListedParams = v.strictObject({ asset: AssetKey });

/** Where a picture comes from: it stays what it is, there is none, it is fetched once from an address, or sent along. */
export const PictureSource = v.variant("kind", [
  v.strictObject({ kind: v.literal("keep") }),
  v.strictObject({ kind: v.literal("none") }),
  v.strictObject({ kind: v.literal("address"), url: WebAddress }),
  v.strictObject({
    kind: v.literal("file"),
    /** A PNG in base64. */
    png: v.pipe(
      v.string(),
      v.maxLength(PICTURE_CHARACTERS, says("asset-picture-too-large")),
      v.regex(/^[A-Za-z0-9+/]+={0,2}$/, says("picture-not-base64")),
    ),
  }),
]);
export type PictureSource = v.InferOutput<typeof PictureSource>;

/** What people are told of an asset, as the operators have it. */
const Words = {
  name: requiredText(60, says("name-it")),
  description: textUpTo(400),
  conditions: textUpTo(400),
  website: v.nullable(WebAddress),
  /** Its place among the others. */
  order: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9999)),
  isFeatured: v.boolean(),
};
const Told = { ...Words, picture: PictureSource };

/** An asset as it is to be listed: what a second operator agrees to. */
export const ListedTerms = v.strictObject({
  assetCode: AssetCode,
  issuer: AccountAddress,
  ...Words,
  /** The name of a picture that is kept. */
  picture: v.nullable(v.string()),
  /** What its issuer could do to holders when it was proposed. */
  powers: AssetPowers,
  acceptsNamesake: v.boolean(),
});
export type ListedTerms = v.InferOutput<typeof ListedTerms>;

/** An asset to be listed, with what its issuer can do as the operator was shown it. */
export const ListAssetInput = v.strictObject({
  assetCode: AssetCode,
  issuer: AccountAddress,
  ...Told,
  powers: AssetPowers,
  /** Whether the operator was told that its code could be taken for another's. */
  acceptsNamesake: v.optional(v.boolean(), false),
  version: Seen,
  reason: Reason,
});
export type ListAssetInput = v.InferOutput<typeof ListAssetInput>;

export const ChangeListedInput = v.strictObject({ ...Told, version: Seen, reason: Reason });
export type ChangeListedInput = v.InferOutput<typeof ChangeListedInput>;

export const DelistInput = v.strictObject({ version: Seen, reason: Reason });
export type DelistInput = v.InferOutput<typeof DelistInput>;

/** Null for none: then nothing is priced in USD. */
export const SetDollarInput = v.strictObject({ asset: v.nullable(AssetKey), version: Seen, reason: Reason });
export type SetDollarInput = v.InferOutput<typeof SetDollarInput>;

const Pair = v.pipe(
  v.strictObject({ base: AssetKey, quote: AssetKey }),
  v.check(({ base, quote }) => base !== quote, says("same-assets")),
);
/** All that is put forward, the first first. */
export const SetPairsInput = v.strictObject({
  pairs: v.pipe(v.array(Pair), v.maxLength(MOST_PAIRS)),
  version: Seen,
  reason: Reason,
});
export type SetPairsInput = v.InferOutput<typeof SetPairsInput>;

/** All that is listed and what was once, as operators see it. */
export const ListingOutput = v.strictObject({
  version: v.number(),
  assets: v.array(
    v.strictObject({
      assetCode: AssetCode,
      issuer: v.string(),
      name: v.string(),
      description: v.string(),
      conditions: v.string(),
      website: v.nullable(v.string()),
      image: v.nullable(v.string()),
      order: v.number(),
      isFeatured: v.boolean(),
      state: v.picklist(["listed", "delisted"]),
      /** When it was listed, or delisted. */
      since: Instant,
      /** What the network says of its issuer now; null while it says nothing. */
      issuerNow: v.nullable(v.strictObject({ isGone: v.boolean(), powers: AssetPowers })),
    }),
  ),
  pairs: v.array(v.strictObject({ base: AssetKey, quote: AssetKey, pool: v.string() })),
  dollar: v.nullable(AssetKey),
});
export type ListingOutput = v.InferOutput<typeof ListingOutput>;

/** What is known of assets before one of them is listed, each with everything that stands against that. */
export const ListingPreviewOutput = v.strictObject({
  /** Of the list that it was compared with. */
  version: v.number(),
  assets: v.array(
    v.strictObject({
      ...AssetFacts.entries,
      state: v.picklist(["unlisted", "listed", "delisted"]),
      /** Where its home domain says that its picture lies; null for none. */
      pictureUrl: v.nullable(v.string()),
      /** How many accounts hold it, or could, and how much there is of it; null where Horizon knows of no such asset. */
      supply: v.nullable(v.strictObject({ accounts: v.number(), amount: v.string() })),
      refusals: v.array(ToldRefusal),
    }),
  ),
});
export type ListingPreviewOutput = v.InferOutput<typeof ListingPreviewOutput>;
