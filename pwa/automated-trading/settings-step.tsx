import { numberWords } from "#pwa/parts/trading/typed-number.ts";
import { priceWords } from "#pwa/parts/trading/figure-words.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import type { ParameterRule } from "#schemas/strategies/strategy.ts";
import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import { aroundPrice, lastPrice } from "./price-now.ts";
import { parameterWords } from "./parameter-words.ts";
import type { StepProps } from "./step-props.ts";
import { type TermsDraft, textsOf, usualTexts } from "./terms-draft.ts";

/** How the strategy decides: each setting with what it does, its bounds, and what is usual. */
export function SettingsStep({ draft, problems, onDraft }: StepProps) {
  const { strategy, parameters } = draft;
  const set = (changes: TermsDraft["parameters"]) => onDraft({ ...draft, parameters: { ...parameters, ...changes } });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">
        <Trans>
          The usual settings are a beginning, and no better than others. Settings that did best in the past often do not
          in the future.
        </Trans>
      </p>
      {strategy === "grid" ? <PriceNow draft={draft} onPrices={set} /> : null}
      {Object.entries(STRATEGIES[strategy].rules).map(([name, rule]) => {
        const { name: label, hint } = parameterWords(strategy, name);
        return (
          <DecimalField
            key={name}
            name={`parameters.${name}`}
            label={label}
            inputClassName="numeric"
            value={parameters[name] ?? ""}
            error={problems[`parameters.${name}`]}
            hint={`${hint} ${boundsWords(rule, strategy !== "grid" || rule.isWhole)}`}
            onType={(text) => set({ [name]: text })}
          />
        );
      })}
      <Button variant="link" className="self-start" onClick={() => set(usualTexts(strategy))}>
        <Trans>Back to the usual settings</Trans>
      </Button>
    </div>
  );
}

/** `hasUsual` is false of a price: what is usual of one depends on the pair. */
function boundsWords(rule: ParameterRule, hasUsual: boolean): string {
  const [least, most, usual] = [numberWords(rule.least), numberWords(rule.most), numberWords(rule.usual)];
  return hasUsual ? t`From ${least} to ${most}, usually ${usual}.` : t`From ${least} to ${most}.`;
}

interface PriceNowProps {
  readonly draft: TermsDraft;
  readonly onPrices: (prices: TermsDraft["parameters"]) => void;
}

/** A ladder stands around a price: what was paid last is offered as its middle. */
function PriceNow({ draft: { bases, quote: quoteKey }, onPrices }: PriceNowProps) {
  const { tickers } = useTickers();
  const [first = ""] = bases;
  const last = lastPrice(tickers, { base: first, quote: quoteKey });
  if (last === null) return null;
  const [price, base, quote] = [priceWords(last), codeOf(first), codeOf(quoteKey)];
  return (
    <p className="text-sm text-ink-2">
      {t`${base} was traded at ${price} ${quote} last.`}{" "}
      <Button variant="link" size="inline" onClick={() => onPrices(textsOf(aroundPrice(last)))}>
        <Trans>Put the ladder around it</Trans>
      </Button>
    </p>
  );
}
