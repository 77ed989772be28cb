import { t } from "@lingui/core/macro";
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
  const each = isOnce ? "" : t`, each ${terms.kind === "twap" ? "part" : "time"}`;
  const costs = [
    ...(isFeeSponsored ? [] : [{ what: t`Network fee`, code: "XLM", amount: networkFee, isMost: true }]),
    ...operatorFees.map(({ assetCode, amount }) => ({
      what: t`Fee to Astrolabe`,
      code: assetCode,
      amount,
      isMost: false,
    })),
  ];
  return (
    <Facts
      facts={[
        ...(isFeeSponsored ? [{ name: t`Network fee`, value: t`Paid for you` }] : []),
        ...costs.map(({ what, code, amount, isMost }) => ({
          name: `${what}${each}${isMost ? ", at most" : ""}`,
          value: <Amount value={amount} assetCode={code} />,
        })),
        ...(isOnce
          ? []
          : costs.map(({ what, code, amount }) => ({
              name: t`${what}, in all, at most`,
              value:
                runs === null ? (
                  t`As often as it buys`
                ) : (
                  <Amount value={formatAmount(parseAmount(amount) * BigInt(runs))} assetCode={code} />
                ),
            }))),
        ...(parseAmount(reserve) === 0n
          ? []
          : [{ name: t`Kept aside by the network then`, value: <Amount value={reserve} assetCode="XLM" /> }]),
        { name: t`Cost of placing and cancelling it`, value: t`None` },
      ]}
    />
  );
}
