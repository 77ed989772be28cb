import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import { ToldRefusal } from "./said.ts";
import { says } from "./values/field-sentences.ts";
import { AccountAddress, AssetCode, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { LeftOutput, SendInput, SubmissionOutput } from "./wallet.ts";

/** An asset that is not XLM. */
const AssetName = { assetCode: AssetCode, issuer: AccountAddress };

/** A change of what one holds, confirmed by a person; one `idempotencyKey` per confirmation. */
export const TrustlineInput = v.strictObject({
  ...AssetName,
  /** The network fee that the review showed: more is never paid. */
  networkFee: Amount,
  idempotencyKey: SendInput.entries.idempotencyKey,
});
export type TrustlineInput = v.InferOutput<typeof TrustlineInput>;
export const TrustlineOutput = SubmissionOutput;

export const TrustlineCheckInput = v.strictObject({ ...AssetName, change: v.picklist(["add", "remove"]) });
export type TrustlineCheckInput = v.InferOutput<typeof TrustlineCheckInput>;

/** What a change would cost and everything that stands against it, the first first. */
export const TrustlineCheckOutput = v.strictObject({
  networkFee: Amount,
  /** Whether the house pays the network fee. */
  isFeeSponsored: v.boolean(),
  /** The XLM that the network keeps aside while the asset is held. */
  reserve: Amount,
  /** What the account has of XLM afterwards; none where something stands against it. */
  left: v.array(LeftOutput),
  refusals: v.array(ToldRefusal),
});
export type TrustlineCheckOutput = v.InferOutput<typeof TrustlineCheckOutput>;

/**
 * Whether an asset's issuer and the domain that its account names speak of each other: `mutual` they do, `one-sided` the
 * domain's stellar.toml does not list the asset, `unread` the file could not be read, `none` the issuer names no domain.
 */
export const DomainProof = v.picklist(["mutual", "one-sided", "unread", "none"]);
export type DomainProof = v.InferOutput<typeof DomainProof>;

/** What an issuer's account can do to those who hold its assets. */
export const AssetPowers = v.strictObject({
  /** Whoever adds it has to be let in by the issuer first. */
  mustAdmit: v.boolean(),
  canFreeze: v.boolean(),
  canTakeBack: v.boolean(),
  /** None of this can ever be changed. */
  isFinal: v.boolean(),
});
export type AssetPowers = v.InferOutput<typeof AssetPowers>;

/** What is known of an asset. Texts are the issuer's own words, cleaned and cut. */
export const AssetFacts = v.strictObject({
  ...AssetName,
  homeDomain: v.nullable(v.string()),
  proof: DomainProof,
  name: v.nullable(v.string()),
  description: v.nullable(v.string()),
  conditions: v.nullable(v.string()),
  organisation: v.nullable(v.string()),
  /** Whether this service lists it. */
  isListed: v.boolean(),
  /** Code of a listed asset, or of XLM, that this one is not but could be taken for. */
  namesake: v.nullable(v.string()),
  /** Where its picture lies on this server. */
  image: v.nullable(v.string()),
  /** Whether the issuer's account was closed: nobody makes this asset or takes it back any more. */
  isIssuerGone: v.boolean(),
  powers: AssetPowers,
});
export type AssetFacts = v.InferOutput<typeof AssetFacts>;

/** An asset by code and issuer, or all that a domain names. */
export const AssetLookupQuery = v.pipe(
  v.strictObject({
    code: v.optional(AssetCode),
    issuer: v.optional(AccountAddress),
    domain: v.optional(textUpTo(253)),
  }),
  v.check(
    ({ code, issuer, domain }) =>
      domain === undefined ? code !== undefined && issuer !== undefined : code === undefined && issuer === undefined,
    says("asset-or-domain"),
  ),
);
export type AssetLookupQuery = v.InferOutput<typeof AssetLookupQuery>;
export const AssetFactsOutput = v.strictObject({ assets: v.array(AssetFacts) });

/** What this service lists, for whoever asks. */
export const ListedAssetsOutput = v.strictObject({
  /** Rises with every change of what is listed. What was kept from before that was told does not know. */
  version: v.optional(v.number(), 0),
  /** In the operators' order. */
  assets: v.array(
    v.strictObject({ ...AssetName, name: v.string(), description: v.string(), image: v.nullable(v.string()) }),
  ),
  /** Markets that are put forward, the first first. */
  pairs: v.optional(v.array(v.strictObject({ base: AssetKey, quote: AssetKey })), []),
  /** The key of the asset that stands for the US dollar. */
  dollar: v.optional(v.nullable(AssetKey), null),
});
export type ListedAssetsOutput = v.InferOutput<typeof ListedAssetsOutput>;
