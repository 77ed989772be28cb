import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { compareHoldings, type Holding, holdingOf } from "#schemas/holdings.ts";
import type { AssetFacts, ListedAssetsOutput } from "#schemas/trustlines.ts";
import type { Balance } from "./balances.ts";

/** What the device keeps of what the server told of assets. */
export interface KeptDirectory {
  readonly facts: readonly AssetFacts[];
  readonly listed: ListedAssetsOutput["assets"];
}

/**
 * What is held, each with what the directory says of it: the rows of `GET /api/assets`, from what is on the device. Of an asset
 * that is listed here and of which no more was told, its name and description. Websites that the operator puts forward are known
 * to the server alone.
 */
export function heldAssets(balances: readonly Balance[], directory: KeptDirectory): Holding[] {
  const facts = new Map(directory.facts.map((one) => [assetKeyOf(one), one]));
  const listed = new Map(directory.listed.map((one) => [assetKeyOf(one), one]));
  return balances
    .map((held) => {
      const [known, entry] = [facts.get(held.uid), listed.get(held.uid)];
      return holdingOf(held, known ?? (entry ? { ...entry, homeDomain: null, proof: "unread" } : null));
    })
    .toSorted(compareHoldings);
}
