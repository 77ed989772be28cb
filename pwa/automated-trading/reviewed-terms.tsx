import { numberWords } from "#pwa/parts/trading/typed-number.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { NamedAmount } from "#pwa/parts/trading/named-amount.tsx";
import { ComingFee } from "#pwa/parts/confirming/coming-fee.tsx";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatPercent } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { AutomationTerms, ExecutionMode } from "#schemas/automated-trading.ts";
import type { AutomationCheckOutput } from "#schemas/automation-calls.ts";
import { parseAmount } from "#schemas/values/money.ts";
import {
  basisWords,
  budgetOf,
  CANDLE_WORDS,
  candlesWords,
  MODE_NAMES,
  pairsOf,
  STRATEGY_NAMES,
} from "./automation-words.ts";
import { parameterWords } from "./parameter-words.ts";

interface ReviewedTermsProps {
  readonly terms: AutomationTerms;
  readonly mode: ExecutionMode;
}

/** What an automation does, as its owner agreed to it. */
export function ReviewedTerms({ terms, mode }: ReviewedTermsProps) {
  return (
    <>
      {mode === "auto" ? (
        <Notice tone="warn" title={t`It trades with your money`}>
          <Trans>
            You can lose all of the budget. What the back-test showed says nothing of what is to come, and nobody
            promises a profit.
          </Trans>
        </Notice>
      ) : null}
      <TermsFacts terms={terms} mode={mode} />
    </>
  );
}

/** The settings of an automation. */
export function TermsFacts({ terms, mode }: ReviewedTermsProps) {
  const { strategy, candle, bases, quote, budget, perTrade, perDay, maxDrawdown, cooldown, slippage, parameters } =
    terms;
  const money = (name: string, amount: string) => ({ name, value: <NamedAmount amount={amount} asset={quote} /> });
  return (
    <Facts
      facts={[
        { name: t({ message: "Strategy", context: "of an automation" }), value: STRATEGY_NAMES[strategy] },
        {
          name: t({ message: "Mode", context: "of an automation: whether it tells or trades" }),
          value: MODE_NAMES[mode],
        },
        { name: t`Pairs`, value: pairsOf(terms) },
        { name: t`Length of a candle`, value: CANDLE_WORDS[candle] },
        ...Object.entries(parameters).map(([name, value]) => ({
          name: parameterWords(strategy, name).name,
          value: <span className="numeric">{numberWords(value)}</span>,
        })),
        money(t`Budget of each pair`, budget),
        ...(bases.length === 1 ? [] : [money(t`Budget of all pairs`, budgetOf(terms))]),
        money(t`Most per trade`, perTrade),
        money(t`Most per day`, perDay),
        { name: t`Pauses below its height by`, value: formatPercent(String(maxDrawdown)) },
        {
          name: t`Rest after a loss`,
          value: cooldown === 0 ? t({ message: "None", context: "no rest" }) : candlesWords(cooldown),
        },
        { name: t`Slippage, at most`, value: basisWords(slippage) },
      ]}
    />
  );
}

interface ReviewedCostsProps {
  readonly check: AutomationCheckOutput;
  readonly mode: ExecutionMode;
}

/** What it costs to start it, what each trade costs beside itself, and what would keep it from trading now. */
export function ReviewedCosts({ check, mode }: ReviewedCostsProps) {
  const { operatorFees, networkFee, isFeeSponsored, perTrade, warnings, refusals } = check;
  const isFree = operatorFees.every(({ amount }) => parseAmount(amount) === 0n);
  return (
    <>
      {refusals.length > 0
        ? null
        : warnings.map((warning) => (
            <Notice key={warning.code} tone="warn" title={t`It can be started, but could not trade now`}>
              {refusalWords(warning)}
            </Notice>
          ))}
      <Facts
        facts={[
          ...(isFree
            ? [{ name: t`Costs of starting it`, value: t({ message: "None", context: "cost" }) }]
            : [
                ...operatorFees.map(({ amount, assetCode }) => ({
                  name: t`Fee to Astrolabe, once`,
                  value: <Amount value={amount} assetCode={assetCode} />,
                })),
                { name: t`Network fee, at most`, value: feeWords(networkFee, isFeeSponsored) },
              ]),
          ...(mode === "alert" || perTrade === null
            ? []
            : [
                { name: t`Network fee, each trade, at most`, value: feeWords(perTrade.networkFee, isFeeSponsored) },
                ...perTrade.operatorFees.map(({ amount, assetCode }) => ({
                  name: t`Fee to Astrolabe, each trade, at most`,
                  value: <Amount value={amount} assetCode={assetCode} />,
                })),
              ]),
        ]}
      />
      <ComingFee coming={check.comingFees} />
    </>
  );
}

function feeWords(networkFee: string, isFeeSponsored: boolean) {
  return isFeeSponsored ? t`Paid for you` : <Amount value={networkFee} assetCode="XLM" />;
}
