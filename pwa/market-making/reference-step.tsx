import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { assetOption } from "#pwa/parts/assets/asset-option.ts";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { ChoiceCards } from "#pwa/parts/forms/choice-cards.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { priceWords } from "#pwa/parts/trading/figure-words.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { referenceOf } from "./draft-ladder.ts";
import type { StepProps } from "./form-steps.ts";
import type { PoolDraft } from "./pool-draft.ts";
import { useReference } from "./use-reference.ts";

interface ReferenceStepProps extends StepProps {
  readonly known: KnownAssets;
}

type Kind = NonNullable<PoolDraft["referenceKind"]>;

const KINDS: Readonly<Record<Kind, { readonly name: string; readonly text: string }>> = {
  mid: {
    get name() {
      return t`The middle of others' offers`;
    },
    get text() {
      return t`Halfway between the best offers of others on this pair. Without offers of others on both sides yours are taken out.`;
    },
  },
  pool: {
    get name() {
      return t`The network's liquidity pool`;
    },
    get text() {
      return t`What the pool of these two assets exchanges at. A small pool is moved by a single large exchange.`;
    },
  },
  pair: {
    get name() {
      return t`The middle of another pair`;
    },
    get text() {
      return t`For an asset that should be worth the same as another one, which is traded more.`;
    },
  },
  fixed: {
    get name() {
      return t`A price that you name`;
    },
    get text() {
      return t`It does not follow the market: you change it yourself. Where the market is far from it, your offers are taken out.`;
    },
  },
};
const ORDER = ["mid", "pool", "pair", "fixed"] as const;
const NONE: readonly never[] = [];

/** What the ladder stands around. */
export function ReferenceStep({ draft, problems, known, onDraft }: ReferenceStepProps) {
  const { base, quote, referenceKind } = draft;
  const reference = useMemo(() => referenceOf(draft), [draft]);
  const seen = useReference({ base, quote }, reference, NONE);
  return (
    <div className="flex flex-col gap-4">
      <ChoiceCards
        legend={t`What the ladder stands around`}
        isLegendShown={false}
        items={ORDER.map((value) => ({ value, name: KINDS[value].name, text: KINDS[value].text }))}
        value={referenceKind}
        onValueChange={(kind) => onDraft({ ...draft, referenceKind: kind })}
      />
      {problems.referenceKind === undefined ? null : <Notice tone="error">{problems.referenceKind}</Notice>}
      {referenceKind === "pair" ? <OtherPair {...{ draft, problems, known, onDraft }} /> : null}
      {referenceKind === "fixed" ? (
        <DecimalField
          name="targetPrice"
          label={t`Price of one ${{ base: codeOf(base) }} in ${{ quote: codeOf(quote) }}`}
          inputClassName="numeric"
          value={draft.targetPrice}
          error={problems.targetPrice}
          hint={
            seen.middle === null
              ? t`There are no offers on both sides of this market now.`
              : t`Others' offers meet around ${{ price: priceWords(seen.middle) }} now.`
          }
          onType={(text) => onDraft({ ...draft, targetPrice: text })}
        />
      ) : reference === null ? null : seen.text === null ? (
        <Notice tone="warn">
          <Trans>That gives no price now. The pool can be opened all the same, and waits until there is one.</Trans>
        </Notice>
      ) : (
        <p role="status" className="numeric text-sm text-ink-2">
          {t`One ${{ base: codeOf(base) }} is ${{ price: priceWords(seen.text) }} ${{ quote: codeOf(quote) }} by that now.`}
        </p>
      )}
    </div>
  );
}

function OtherPair({ draft, problems, known, onDraft }: ReferenceStepProps) {
  const options = useMemo(
    () => [
      { value: "", label: t`Choose an asset` },
      ...known.assets.filter(({ isListed }) => isListed).map(assetOption),
    ],
    [known.assets],
  );
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={t`Its asset`}
        options={options}
        value={draft.pairBase}
        error={problems.pairBase}
        onValueChange={(key) => onDraft({ ...draft, pairBase: key })}
      />
      <SelectField
        label={t`Priced in`}
        options={options}
        value={draft.pairQuote}
        error={problems.pairQuote}
        onValueChange={(key) => onDraft({ ...draft, pairQuote: key })}
      />
    </div>
  );
}
