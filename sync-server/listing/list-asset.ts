import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import type { ListAssetInput, ListedTerms } from "#schemas/listing.ts";
import type { AssetPowers } from "#schemas/trustlines.ts";
import type { Act, Approvals } from "#server/approvals/index.ts";
import {
  keepPicture,
  NOTHING_LISTED,
  readStoredListing,
  type StoredAsset,
  type StoredListing,
  type StoredPair,
} from "#server/listed-assets/index.ts";
import { type AssetName, assetKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { lookUpAssets } from "#server/trustlines/index.ts";
import { reach, takeLookUp } from "#server/wallet/index.ts";
import { changeListWithin } from "./change-list.ts";
import { conflictsOf } from "./conflicts.ts";
import type { ListingDeps } from "./deps.ts";
import { readMark } from "./read-mark.ts";
import { powerWords, wordsOf } from "./words.ts";

/** Digits after the point where nobody says how many are of use. */
const ALL_DECIMALS = 7;

/** Proposes to list an asset, or lists it where one operator's word is enough. Throws as its endpoint says. */
export async function listAsset(
  deps: ListingDeps,
  approvals: Approvals,
  operatorId: number,
  { picture: source, version, reason, ...terms }: ListAssetInput,
): Promise<ProposalOutput | null> {
  const { runtime } = deps;
  await takeLookUp(runtime, operatorId);
  const now = (await readStoredListing(runtime, null)) ?? NOTHING_LISTED;
  if (now.version !== version) throw new AppError("listing-changed");
  refuseConflict(now, terms);
  await checkOnNetwork(deps, terms);
  const mark = await readMark(deps, source);
  const kept = mark && (await runtime.database.transaction((session) => keepPicture(runtime, session, mark)));
  const picture = kept === undefined ? (formerOf(now, terms)?.picture ?? null) : kept;
  return approvals.decide({ content: { kind: "list-asset", terms: { ...terms, picture } }, operatorId, reason });
}

/**
 * An asset that is listed: exchanges into it are no losses any more, whatever limit somebody has. Whoever could list one alone could
 * have what they hold by a stolen session exchanged into their own.
 */
export function listAct(deps: ListingDeps): Act<ContentOf<"list-asset">> {
  const { runtime, listing } = deps;
  return {
    subject: ({ terms }) => `listing of ${assetKey(terms)}`,
    about: () => Promise.resolve([]),
    says: ({ terms }) =>
      `${assetKey(terms)} is listed as ${JSON.stringify(terms.name)}; its issuer ${powerWords(terms.powers)}.`,
    whySecond: () => Promise.resolve("What is exchanged into a listed asset counts against nobody's limits."),
    prepare: async ({ terms }) => {
      await checkOnNetwork(deps, terms);
      return (session, by) =>
        changeListWithin(runtime, session, by, {
          action: "list-asset",
          version: null,
          change: (before) => withAsset(before, terms, runtime.clock.now()),
        });
    },
    afterwards: () => listing.catchUp(),
  };
}

/** What the operator was shown of it must still be so. */
async function checkOnNetwork(
  deps: ListingDeps,
  { assetCode, issuer, powers }: AssetName & { readonly powers: AssetPowers },
): Promise<void> {
  const facts = { ...deps, listing: deps.listing.read };
  const [found] = await lookUpAssets(facts, { code: assetCode, issuer });
  if (!(await reach(deps.supplyOf({ assetCode, issuer })))) throw new AppError("listing-asset-missing", { assetCode });
  const isAsShown = (["mustAdmit", "canFreeze", "canTakeBack", "isFinal"] as const).every(
    (power) => found?.powers[power] === powers[power],
  );
  if (!isAsShown) throw new AppError("listing-powers-changed");
}

function refuseConflict(before: StoredListing, asked: AssetName & { readonly acceptsNamesake: boolean }): void {
  const listed = before.assets.filter(({ state }) => state === "listed");
  const [conflict] = conflictsOf(listed, asked, asked);
  if (conflict) throw conflict;
}

/** What was listed once comes back in its own place. */
function formerOf({ assets }: StoredListing, asked: AssetName): StoredAsset | null {
  return assets.find((other) => isSameAsset(other, asked)) ?? null;
}

function withAsset(before: StoredListing, asked: ListedTerms, now: Date) {
  refuseConflict(before, asked);
  const former = formerOf(before, asked);
  const { acceptsNamesake: _accepts, powers: _powers, ...told } = asked;
  const asset: StoredAsset = {
    ...told,
    displayDecimals: former?.displayDecimals ?? ALL_DECIMALS,
    isOwn: former?.isOwn ?? false,
    state: "listed",
    since: now.toISOString(),
  };
  const assets = [...before.assets.filter((other) => other !== former), asset];
  const pairs = [...before.pairs, ...pairsFor(asset, before)];
  return { after: { assets, pairs, dollar: before.dollar }, details: wordsOf(former, asset) };
}

/** What it trades against at first: XLM, and the dollar. */
function pairsFor(asset: AssetName, { dollar }: StoredListing): StoredPair[] {
  const base = assetKey(asset);
  return [assetKey(NATIVE), ...(dollar === null ? [] : [dollar])].map((quote) => ({ base, quote }));
}
