import { AppError } from "#schemas/errors.ts";
import { compareHoldings, type Holding, holdingOf } from "#schemas/holdings.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { websitesPutForward } from "#server/listed-assets/index.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { type FactsDeps, factsOfHeld } from "./asset-facts.ts";

/**
 * What a person holds, XLM first, then by code: their balances as last ingested, joined with what the directory says. While
 * the network does not answer there are no words, but balances all the same.
 */
export async function holdingsOf(deps: FactsDeps, userId: number): Promise<Holding[]> {
  const [balances, facts, websites] = await Promise.all([
    deps.runtime.database
      .collection("balances")
      .find({ userId, deleted: { $ne: true } })
      .toArray(),
    factsOfHeld(deps, userId).catch(unreachable),
    websitesPutForward(deps.runtime),
  ]);
  const known = new Map(facts.map((one) => [assetKey(one), one]));
  const holdings = balances.map(({ assetCode, issuer, balance }) => {
    const held = { assetCode: String(assetCode), issuer: String(issuer), balance: String(balance) };
    const key = assetKey(held);
    return holdingOf(held, known.get(key) ?? null, websites.get(key) ?? null);
  });
  return holdings.toSorted(compareHoldings);
}

function unreachable(error: unknown): AssetFacts[] {
  if (error instanceof AppError && error.code === "network-unreachable") return [];
  throw error;
}
