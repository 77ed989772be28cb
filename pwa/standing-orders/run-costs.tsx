import { Amount } from "#pwa/ui/amount.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import type { StandingCheckOutput, StandingTerms } from "#schemas/standing-orders.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";

interface RunCostsProps {
  readonly terms: StandingTerms;
  readonly check: StandingCheckOutput;
}

/** What each run costs beside the trade itself, and all of them together. */
export function RunCosts({ terms, check }: RunCostsProps) {
  const { networkFee, isFeeSponsored, operatorFees, reserve, runs } = check;
  const isOnce = runs === 1;
  const each = isOnce ? "" : `, each ${terms.kind === "twap" ? "part" : "time"}`;
  const costs = [
    ...(isFeeSponsored ? [] : [{ what: "Network fee", code: "XLM", amount: networkFee, isMost: true }]),
    ...operatorFees.map(({ assetCode, amount }) => ({
      what: "Fee to Astrolabe",
      code: assetCode,
      amount,
      isMost: false,
    })),
  ];
  return (
    <Facts
      facts={[
        ...(isFeeSponsored ? [{ name: "Network fee", value: "Paid for you" }] : []),
        ...costs.map(({ what, code, amount, isMost }) => ({
          name: `${what}${each}${isMost ? ", at most" : ""}`,
          value: <Amount value={amount} assetCode={code} />,
        })),
        ...(isOnce
          ? []
          : costs.map(({ what, code, amount }) => ({
              name: `${what}, in all, at most`,
              value:
                runs === null ? (
                  "As often as it buys"
                ) : (
                  <Amount value={formatAmount(parseAmount(amount) * BigInt(runs))} assetCode={code} />
                ),
            }))),
        ...(parseAmount(reserve) === 0n
          ? []
          : [{ name: "Kept aside by the network then", value: <Amount value={reserve} assetCode="XLM" /> }]),
        { name: "Cost of placing and cancelling it", value: "None" },
      ]}
    />
  );
}
