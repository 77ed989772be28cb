import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { NamedAmount } from "#pwa/parts/trading/named-amount.tsx";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatCount, formatPercent } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import type { PoolCheckOutput } from "#schemas/market-making-calls.ts";
import type { PoolSettings, PoolTerms } from "#schemas/market-making.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { LadderFigure } from "./ladder-figure.tsx";
import { stopsAround } from "./ladder-view.ts";
import { referenceWords } from "#pwa/parts/market-making/pool-words.ts";

interface SettingsFactsProps {
  /** Asset keys. */
  readonly pair: Pick<PoolTerms, "base" | "quote">;
  readonly settings: PoolSettings;
}

/** What its owner may change of a pool, as it was agreed. */
export function SettingsFacts({ pair, settings }: SettingsFactsProps) {
  const [base, quote] = [codeOf(pair.base), codeOf(pair.quote)];
  const { reference, levels, spreadPercentage, depthPercentage, minTradeSize, maxTradeSize, autoRebalance } = settings;
  const { priceMargin, maxDrawdown, maxDailyLoss, maxFillsPerMinute, inventoryTarget, skew } = settings;
  const percent = (name: string, value: string | number) => ({ name, value: formatPercent(String(value)) });
  const money = (name: string, entered: string, assetCode: string) => ({
    name,
    value: <Amount value={plainAmount(entered)} assetCode={assetCode} />,
  });
  return (
    <Facts
      facts={[
        { name: t`Stands around`, value: referenceWords(reference, pair) },
        { name: t`Offers on each side`, value: formatCount(levels) },
        percent(t`Spread`, spreadPercentage),
        percent(t({ message: "Depth", context: "of a ladder of offers" }), depthPercentage),
        money(t`Smallest offer`, minTradeSize, base),
        money(t`Largest offer`, maxTradeSize, base),
        percent(t`Stops at a price move of`, priceMargin),
        percent(t`Stops below its height by`, maxDrawdown),
        money(t`Stops at a loss in a day of`, maxDailyLoss, quote),
        { name: t`Stops beyond fills in a minute`, value: formatCount(maxFillsPerMinute) },
        percent(t`Target of ${base}`, inventoryTarget),
        percent(t({ message: "Skew", context: "of a ladder of offers" }), skew),
        {
          name: t`Balances its wallets`,
          value: autoRebalance
            ? t({ message: "Yes", context: "a setting" })
            : t({ message: "No", context: "a setting" }),
        },
      ]}
    />
  );
}

/** As it was entered, written as an amount. */
function plainAmount(entered: string): string {
  const read = readAmount(entered);
  return typeof read === "bigint" ? formatAmount(read) : entered;
}

/** What may be lost, above all else. */
export function MayLose() {
  return (
    <Notice tone="warn" title={t`This pool trades with your money`}>
      <Trans>
        You can lose most of what you put in. What the simulation showed says nothing of what is to come, and nobody
        promises a profit.
      </Trans>
    </Notice>
  );
}

interface CheckedProps {
  readonly pair: Pick<PoolTerms, "base" | "quote">;
  readonly priceMargin: string;
  readonly check: PoolCheckOutput;
}

/** The ladder as the server would set it up now, and what it has to say about it. */
export function CheckedLadder({ pair, priceMargin, check: { ladder, reference, warnings, refusals } }: CheckedProps) {
  return (
    <>
      {refusals.length > 0
        ? null
        : warnings.map((warning) => (
            <Notice key={warning.code} tone="warn">
              {refusalWords(warning)}
            </Notice>
          ))}
      {ladder === null ? null : (
        <LadderFigure
          offers={ladder}
          reference={reference}
          stops={stopsAround(reference, priceMargin)}
          others={{ bid: null, ask: null }}
          base={codeOf(pair.base)}
          quote={codeOf(pair.quote)}
        />
      )}
    </>
  );
}

/** What an opening binds: what is traded, and XLM beside it. */
export function BoundFacts({ terms, check }: { readonly terms: PoolTerms; readonly check: PoolCheckOutput }) {
  const { base, quote, baseAmount, quoteAmount, walletCount } = terms;
  const { reserves, feeBuffer } = check;
  return (
    <Facts
      facts={[
        { name: t`Put in to trade`, value: <NamedAmount amount={plainAmount(baseAmount)} asset={base} /> },
        { name: t`Put in to trade`, value: <NamedAmount amount={plainAmount(quoteAmount)} asset={quote} /> },
        { name: t`Trading wallets`, value: formatCount(walletCount) },
        { name: t`Network reserves`, value: <Amount value={reserves} assetCode="XLM" /> },
        { name: t`For the network's fees`, value: <Amount value={feeBuffer} assetCode="XLM" /> },
      ]}
    />
  );
}
