import type { PlanStep } from "#schemas/market-maker/facts.ts";
import type { ReadPool } from "#schemas/market-maker/terms.ts";
import { assetOfKey, isNative } from "#server/platform/network/assets.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { LedgerFacts } from "./facts.ts";
import { issuedOf } from "./refuse-open.ts";

const NEW_OFFER = "0";
/** The network asks for a price, and heeds none of what is taken out of the book. */
const ANY_PRICE = { n: 1, d: 1 } as const;

/** The operations of a plan. */
export function stepsOf(pool: Pick<ReadPool, "base" | "quote">, planned: readonly PlanStep[]): Step[] {
  const [base, quote] = [assetOfKey(pool.base), assetOfKey(pool.quote)];
  return planned.map((step): Step => {
    switch (step.kind) {
      case "cancel": {
        const [selling, buying] = [assetOfKey(step.sellingAsset), assetOfKey(step.buyingAsset)];
        const { wallet: source, offerId } = step;
        return { type: "cancel_offer", source, selling, buying, price: ANY_PRICE, offerId };
      }
      case "edit":
      case "create": {
        const { side, wallet: source } = step;
        const { n, d } = step.price;
        return {
          type: "manage_sell_offer",
          source,
          selling: side === "sell" ? base : quote,
          buying: side === "sell" ? quote : base,
          amount: String(step.selling),
          price: side === "sell" ? { n, d } : { n: d, d: n },
          offerId: step.kind === "edit" ? step.offerId : NEW_OFFER,
          placedAs: { kind: "limit", side },
        };
      }
      case "pay": {
        const asset = step.asset === "base" ? base : quote;
        return { type: "payment", source: step.from, to: step.to, ...asset, amount: String(step.amount) };
      }
    }
  });
}

/** Gives everything back to its owner (G...) and ends the wallets, the one that pays the network last. */
export function returningSteps({ accounts }: Pick<LedgerFacts, "accounts">, owner: string): Step[] {
  const there = accounts.filter(({ exists }) => exists).toReversed();
  return there.flatMap(({ _id: source, lines }): Step[] => {
    const held = lines.filter((line) => !isNative(line));
    return [
      ...held.flatMap(({ assetCode, issuer, balance }): Step[] =>
        BigInt(balance) > 0n ? [{ type: "payment", source, to: owner, assetCode, issuer, amount: balance }] : [],
      ),
      ...held.map(({ assetCode, issuer }): Step => ({ type: "remove_trust", source, assetCode, issuer })),
      { type: "account_merge", source, to: owner },
    ];
  });
}

/** What of each issued asset goes back, in stroops. */
export function returned({ pool, accounts }: Pick<LedgerFacts, "pool" | "accounts">) {
  return issuedOf(pool).map((asset) => ({
    asset,
    amount: accounts
      .flatMap(({ lines }) => lines)
      .filter((line) => line.assetCode === asset.assetCode && line.issuer === asset.issuer)
      .reduce((sum, { balance }) => sum + BigInt(balance), 0n),
  }));
}
