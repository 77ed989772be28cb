import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useMemo } from "react";
import { assetOption } from "#pwa/parts/assets/asset-option.ts";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { CandleChoice, MAX_PAIRS } from "#schemas/automated-trading.ts";
import { CANDLE_WORDS } from "./automation-words.ts";
import type { StepProps } from "./step-props.ts";

interface MarketStepProps extends StepProps {
  readonly known: KnownAssets;
}

const CANDLES = CandleChoice.options.map((value) => ({
  value,
  get label() {
    return CANDLE_WORDS[value];
  },
}));

/** Which assets are traded, for which one, and how often it decides. */
export function MarketStep({ draft, problems, known, onDraft }: MarketStepProps) {
  const { bases, quote, candle } = draft;
  const listed = useMemo(() => known.assets.map(assetOption), [known.assets]);
  const left = listed.filter(({ value }) => value !== quote && !bases.includes(value));
  const labelOf = (key: string) => listed.find(({ value }) => value === key)?.label ?? codeOf(key);
  const held = known.byKey.get(quote)?.balance ?? null;
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label={t`You pay with`}
        options={quote === "" ? [{ value: "", label: t`Choose an asset` }, ...listed] : listed}
        value={quote}
        error={problems["quote"]}
        hint={
          <span data-private="">
            <Trans>
              {{ amount: formatAmountText(held?.spendable ?? "0") }} {{ code: codeOf(quote) }} to spend now
            </Trans>
          </span>
        }
        onValueChange={(key) => onDraft({ ...draft, quote: key })}
      />
      {bases.length === 0 ? null : (
        <List aria-label={t`Assets that are traded`} className="rounded-md border border-line px-3">
          {bases.map((base) => (
            <li key={base}>
              <ListRow
                title={labelOf(base)}
                detail={`${codeOf(base)} / ${codeOf(quote)}`}
                trail={
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={t`Take ${{ asset: codeOf(base) }} out`}
                    onClick={() => onDraft({ ...draft, bases: bases.filter((other) => other !== base) })}
                  >
                    <X aria-hidden="true" className="size-4" />
                  </Button>
                }
              />
            </li>
          ))}
        </List>
      )}
      {bases.length >= MAX_PAIRS ? (
        <p className="text-sm text-ink-3">
          <Trans>{{ most: MAX_PAIRS }} assets are the most that one automation trades.</Trans>
        </p>
      ) : (
        <SelectField
          label={bases.length === 0 ? t`Asset to trade` : t`Another asset to trade`}
          options={[{ value: "", label: t`Choose an asset` }, ...left]}
          value=""
          error={problems["bases"]}
          hint={t`Each one is traded with a budget of its own, by the same settings.`}
          onValueChange={(key) => {
            if (key !== "") onDraft({ ...draft, bases: [...bases, key] });
          }}
        />
      )}
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium text-ink-2">
          <Trans>Length of a candle</Trans>
        </p>
        <Segments
          label={t`Length of a candle`}
          items={CANDLES}
          value={candle}
          isWide
          isInThrees
          onValueChange={(next) => onDraft({ ...draft, candle: next })}
        />
        <p className="text-sm text-ink-3">
          <Trans>It decides once a candle closes. Shorter candles mean more trades, and more fees.</Trans>
        </p>
      </div>
    </div>
  );
}
