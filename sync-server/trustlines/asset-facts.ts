import { AppError } from "#schemas/errors.ts";
import type { AssetFacts, AssetLookupQuery, DomainProof } from "#schemas/trustlines.ts";
import { imagePath, type ListedAsset, type Listing, namesakeOf } from "#server/listed-assets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { type AssetName, isSameAsset } from "#server/platform/network/assets.ts";
import type { LedgerAccount } from "#server/platform/network/entries.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { plainText } from "#server/platform/outside/plain-text.ts";
import {
  type DescribedAsset,
  domainNamed,
  type ReadStellarToml,
  type StellarToml,
} from "#server/platform/outside/stellar-toml.ts";
import { reach } from "#server/wallet/index.ts";

export interface FactsDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly listing: () => Promise<Listing>;
  readonly readToml: ReadStellarToml;
}

/** Sites that are asked for one answer; the assets of any further ones are told without their words. */
const MAX_SITES = 20;

/** What is known of the assets that the user has added. Throws `network-unreachable`. */
export async function factsOfHeld(deps: FactsDeps, userId: number): Promise<AssetFacts[]> {
  const account = await accountCollection(deps.runtime.database).findOne({ userId, role: "wallet" });
  const issuers = await readIssuers(deps.network, account?.lines ?? []);
  return describeAll(deps, account?.lines ?? [], issuers);
}

/**
 * What is known of an asset, or of all that a domain names. Of a domain's assets only those count whose issuer names the
 * domain in return: else anyone's site could pass another's asset off as its own. Throws the endpoint's refusals.
 */
export async function lookUpAssets(deps: FactsDeps, query: AssetLookupQuery): Promise<AssetFacts[]> {
  if (query.domain !== undefined) return lookUpDomain(deps, query.domain);
  const asset = { assetCode: query.code ?? "", issuer: query.issuer ?? "" };
  const issuers = await readIssuers(deps.network, [asset]);
  if (!issuers.has(asset.issuer)) throw new AppError("issuer-missing");
  return describeAll(deps, [asset], issuers);
}

async function lookUpDomain(deps: FactsDeps, asked: string): Promise<AssetFacts[]> {
  const { toml, domain } = await readSite(deps, asked);
  if (toml.passphrase !== null && toml.passphrase !== deps.network.passphrase)
    throw new AppError("domain-elsewhere", { domain });
  const issuers = await readIssuers(deps.network, toml.assets);
  const own = toml.assets.filter(({ issuer }) => isSameDomain(issuers.get(issuer)?.homeDomain ?? "", domain));
  if (own.length === 0) throw new AppError("domain-without-assets", { domain });
  return describeAll(deps, own, issuers);
}

async function describeAll(
  deps: FactsDeps,
  assets: readonly AssetName[],
  issuers: ReadonlyMap<string, LedgerAccount>,
): Promise<AssetFacts[]> {
  const listing = await deps.listing();
  const domains = [...new Set(assets.map(({ issuer }) => issuers.get(issuer)?.homeDomain ?? ""))].filter(Boolean);
  const sites = new Map<string, StellarToml>();
  await Promise.all(
    domains.slice(0, MAX_SITES).map(async (domain) => {
      const site = await readSite(deps, domain).catch(unreadable);
      if (site) sites.set(domain, site.toml);
    }),
  );
  return assets.map(({ assetCode, issuer }) => {
    const account = issuers.get(issuer) ?? null;
    return factsOf({ assetCode, issuer }, account, sites.get(account?.homeDomain ?? "") ?? null, listing);
  });
}

function factsOf(
  asset: AssetName,
  account: LedgerAccount | null,
  toml: StellarToml | null,
  { assets: listed, delisted }: Pick<Listing, "assets" | "delisted">,
): AssetFacts {
  // In the spelling of DNS: letters of other alphabets are not what they look like.
  const homeDomain = domainNamed(account?.homeDomain ?? "") ?? plainText(account?.homeDomain, 64);
  const isOurs = (other: AssetName) => isSameAsset(other, asset);
  const isListed = listed.some(isOurs);
  // Whoever holds what is listed no more sees it as it was.
  const ours: ListedAsset | undefined = [...listed, ...delisted].find(isOurs);
  const theirs = toml?.assets.find((other) => isSameAsset(other, asset));
  const words: Partial<DescribedAsset> = ours ?? theirs ?? {};
  return {
    ...asset,
    homeDomain,
    proof: proofOf(homeDomain, toml, theirs),
    name: words.name || null,
    description: words.description || null,
    conditions: words.conditions || null,
    organisation: theirs ? (toml?.organisation ?? null) : null,
    isListed,
    namesake: isListed ? null : namesakeOf(asset, listed),
    image: ours ? imagePath(ours) : null,
    isIssuerGone: account === null,
    powers: powersOf(account),
  };
}

/** What an issuer can do to holders; one that is gone can do nothing. */
export function powersOf(account: LedgerAccount | null): AssetFacts["powers"] {
  return {
    mustAdmit: account?.isAuthorizationRequired ?? false,
    canFreeze: account?.isAuthorizationRevocable ?? false,
    canTakeBack: account?.isClawbackEnabled ?? false,
    isFinal: account?.isImmutable ?? false,
  };
}

function proofOf(homeDomain: string | null, toml: StellarToml | null, theirs: DescribedAsset | undefined): DomainProof {
  if (homeDomain === null) return "none";
  if (!toml) return "unread";
  return theirs ? "mutual" : "one-sided";
}

/** A site's stellar.toml; our own is known without asking ourselves over the network. */
async function readSite({ runtime, listing, readToml }: FactsDeps, asked: string) {
  const own = new URL(runtime.config.publicUrl).host;
  if (asked.trim().toLowerCase() !== own) return { domain: domainNamed(asked) ?? asked, toml: await readToml(asked) };
  const ours = (await listing()).assets.filter(({ isOwn }) => isOwn);
  const assets = ours.map((asset) => ({ ...asset, image: null }));
  const { passphrase } = runtime.config.stellar;
  return { domain: own, toml: { passphrase, organisation: "Astrolabe", federationServer: null, assets } };
}

/** A site that cannot be read takes nothing from what the ledger says. */
function unreadable(error: unknown): null {
  if (error instanceof AppError && (error.code === "domain-unreadable" || error.code === "domain-malformed"))
    return null;
  throw error;
}

function isSameDomain(named: string, domain: string): boolean {
  return named.toLowerCase() === domain || domainNamed(named) === domain;
}

/** The issuers' accounts, by address; those that are not on the network are left out. */
async function readIssuers(
  network: StellarNetwork,
  assets: readonly AssetName[],
): Promise<ReadonlyMap<string, LedgerAccount>> {
  const addresses = [...new Set(assets.map(({ issuer }) => issuer))].filter(isNetworkAddress);
  if (addresses.length === 0) return new Map();
  return (await reach(network.holdings(addresses.map((address) => ({ address, assets: [] }))))).accounts;
}
