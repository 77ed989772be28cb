import { AppError } from "#schemas/errors.ts";
import type { ListAssetInput } from "#schemas/listing.ts";
import { keepPicture, type StoredAsset, type StoredListing, type StoredPair } from "#server/listed-assets/index.ts";
import { type AssetName, assetKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { lookUpAssets } from "#server/trustlines/index.ts";
import { reach, takeLookUp } from "#server/wallet/index.ts";
import { changeListWithin } from "./change-list.ts";
import { conflictsOf } from "./conflicts.ts";
import type { ListingDeps } from "./deps.ts";
import { readMark } from "./read-mark.ts";
import { wordsOf } from "./words.ts";

/** Digits after the point where nobody says how many are of use. */
const ALL_DECIMALS = 7;

/** Lists an asset. Throws as its endpoint says. */
export async function listAsset(deps: ListingDeps, operatorId: number, input: ListAssetInput): Promise<void> {
  const { runtime, listing } = deps;
  await takeLookUp(runtime, operatorId);
  await checkOnNetwork(deps, input);
  const mark = await readMark(deps, input.picture);
  await runtime.database.transaction(async (session) => {
    const picture = mark ? await keepPicture(runtime, session, mark) : null;
    await changeListWithin(
      runtime,
      session,
      { operatorId, reason: input.reason },
      {
        action: "list-asset",
        version: input.version,
        change: (before) => withAsset(before, input, picture, mark === undefined, runtime.clock.now()),
      },
    );
  });
  await listing.catchUp();
}

/** What the operator was shown of it must still be so. */
async function checkOnNetwork(deps: ListingDeps, { assetCode, issuer, powers }: ListAssetInput): Promise<void> {
  const facts = { ...deps, listing: deps.listing.read };
  const [found] = await lookUpAssets(facts, { code: assetCode, issuer });
  if (!(await reach(deps.supplyOf({ assetCode, issuer })))) throw new AppError("listing-asset-missing", { assetCode });
  const isAsShown = (["mustAdmit", "canFreeze", "canTakeBack", "isFinal"] as const).every(
    (power) => found?.powers[power] === powers[power],
  );
  if (!isAsShown) throw new AppError("listing-powers-changed");
}

function withAsset(
  before: StoredListing,
  input: ListAssetInput,
  picture: string | null,
  keepsPicture: boolean,
  now: Date,
) {
  const { assetCode, issuer, name, description, conditions, website, order, isFeatured, acceptsNamesake } = input;
  const asked = { assetCode, issuer };
  const listed = before.assets.filter(({ state }) => state === "listed");
  const [conflict] = conflictsOf(listed, asked, { acceptsNamesake });
  if (conflict) throw conflict;
  // What was listed once comes back in its own place.
  const former = before.assets.find((other) => isSameAsset(other, asked)) ?? null;
  const asset: StoredAsset = {
    ...asked,
    name,
    description,
    conditions,
    displayDecimals: former?.displayDecimals ?? ALL_DECIMALS,
    website,
    picture: keepsPicture ? (former?.picture ?? null) : picture,
    order,
    isFeatured,
    isOwn: former?.isOwn ?? false,
    state: "listed",
    since: now.toISOString(),
  };
  const assets = [...before.assets.filter((other) => other !== former), asset];
  const pairs = [...before.pairs, ...pairsFor(asked, before)];
  return { after: { assets, pairs, dollar: before.dollar }, details: wordsOf(former, asset) };
}

/** What it trades against at first: XLM, and the dollar. */
function pairsFor(asset: AssetName, { dollar }: StoredListing): StoredPair[] {
  const base = assetKey(asset);
  return [assetKey(NATIVE), ...(dollar === null ? [] : [dollar])].map((quote) => ({ base, quote }));
}
