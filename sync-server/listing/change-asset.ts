import { AppError } from "#schemas/errors.ts";
import type { ChangeListedInput, DelistInput, SetPairsInput } from "#schemas/listing.ts";
import { keepPicture, type StoredAsset, type StoredListing } from "#server/listed-assets/index.ts";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { changeListWithin } from "./change-list.ts";
import type { ListingDeps } from "./deps.ts";
import { readMark } from "./read-mark.ts";
import { wordsOf } from "./words.ts";

/** Changes what people are told of a listed asset. Throws as its endpoint says. */
export async function changeAsset(
  deps: ListingDeps,
  operatorId: number,
  asset: string,
  { picture: source, version, reason, ...told }: ChangeListedInput,
): Promise<void> {
  const { runtime, listing } = deps;
  await takeLookUp(runtime, operatorId);
  const mark = await readMark(deps, source);
  await runtime.database.transaction(async (session) => {
    const kept = mark ? await keepPicture(runtime, session, mark) : mark;
    await changeListWithin(
      runtime,
      session,
      { operatorId, reason },
      {
        action: "change-listed",
        version,
        change: (before) => {
          const former = listedIn(before, asset);
          const after = { ...former, ...told, picture: kept === undefined ? former.picture : kept };
          return { after: { ...before, assets: replaced(before, after) }, details: wordsOf(former, after) };
        },
      },
    );
  });
  await listing.catchUp();
}

/**
 * Takes an asset off the list, with the pairs that it was put forward in. Its name and picture stay for those who hold it; nobody
 * buys more of it here. Throws as its endpoint says.
 */
export async function delistAsset(
  { runtime, listing }: ListingDeps,
  operatorId: number,
  asset: string,
  { version, reason }: DelistInput,
): Promise<void> {
  await runtime.database.transaction((session) =>
    changeListWithin(
      runtime,
      session,
      { operatorId, reason },
      {
        action: "delist-asset",
        version,
        change: (before) => {
          const former = listedIn(before, asset);
          if (before.dollar === asset) throw new AppError("listing-is-dollar");
          const after: StoredAsset = { ...former, state: "delisted", since: runtime.clock.now().toISOString() };
          const pairs = before.pairs.filter(({ base, quote }) => base !== asset && quote !== asset);
          return { after: { ...before, assets: replaced(before, after), pairs }, details: wordsOf(former, after) };
        },
      },
    ),
  );
  await listing.catchUp();
}

/** Says which pairs are put forward. Throws as its endpoint says. */
export async function setPairs(
  { runtime, listing }: ListingDeps,
  operatorId: number,
  { pairs, version, reason }: SetPairsInput,
): Promise<void> {
  const seen = new Set<string>();
  for (const { base, quote } of pairs) {
    const both = [base, quote].toSorted().join(" ");
    if (seen.has(both)) throw new AppError("listing-pair-twice", { base, quote });
    seen.add(both);
  }
  await runtime.database.transaction((session) =>
    changeListWithin(
      runtime,
      session,
      { operatorId, reason },
      {
        action: "set-pairs",
        version,
        change: (before) => {
          for (const key of pairs.flatMap(({ base, quote }) => [base, quote]))
            if (key !== assetKey(NATIVE)) listedIn(before, key);
          return { after: { ...before, pairs }, details: `from ${pairWords(before.pairs)} to ${pairWords(pairs)}` };
        },
      },
    ),
  );
  await listing.catchUp();
}

/** The listed asset of this key. Throws `listing-unknown`. */
export function listedIn({ assets }: StoredListing, key: string): StoredAsset {
  const found = assets.find((asset) => assetKey(asset) === key && asset.state === "listed");
  if (!found) throw new AppError("listing-unknown");
  return found;
}

function replaced({ assets }: StoredListing, after: StoredAsset): StoredAsset[] {
  return assets.map((asset) => (assetKey(asset) === assetKey(after) ? after : asset));
}

function pairWords(pairs: SetPairsInput["pairs"]): string {
  return pairs.length === 0 ? "none" : pairs.map(({ base, quote }) => `${base}/${quote}`).join(", ");
}
