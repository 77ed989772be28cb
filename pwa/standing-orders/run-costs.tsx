import { t } from "@lingui/core/macro";
import { ComingFee } from "#pwa/parts/confirming/coming-fee.tsx";
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
  const way = isOnce ? "once" : terms.kind === "twap" ? "parts" : "times";
  const costs = [
    ...(isFeeSponsored
      ? []
      : [{ name: NETWORK_FEES[way], inAll: t`Network fee, in all, at most`, code: "XLM", amount: networkFee }]),
    ...operatorFees.map(({ assetCode, amount }) => ({
      name: OPERATOR_FEES[way],
      inAll: t`Fee to Astrolabe, in all, at most`,
      code: assetCode,
      amount,
    })),
  ];
  return (
    <>
      <Facts
        facts={[
          ...(isFeeSponsored ? [{ name: t`Network fee`, value: t`Paid for you` }] : []),
          ...costs.map(({ name, code, amount }) => ({
            name,
            value: <Amount value={amount} assetCode={code} />,
          })),
          ...(isOnce
            ? []
            : costs.map(({ inAll, code, amount }) => ({
                name: inAll,
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
          { name: t`Cost of placing and cancelling it`, value: t({ message: "None", context: "cost" }) },
        ]}
      />
      <ComingFee coming={check.comingFees} />
    </>
  );
}

const NETWORK_FEES = {
  get once() {
    return t`Network fee, at most`;
  },
  get parts() {
    return t`Network fee, each part, at most`;
  },
  get times() {
    return t`Network fee, each time, at most`;
  },
};

const OPERATOR_FEES = {
  get once() {
    return t`Fee to Astrolabe`;
  },
  get parts() {
    return t`Fee to Astrolabe, each part`;
  },
  get times() {
    return t`Fee to Astrolabe, each time`;
  },
};
