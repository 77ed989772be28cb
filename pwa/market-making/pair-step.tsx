import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { assetOption } from "#pwa/parts/assets/asset-option.ts";
import { maxStroops } from "#pwa/parts/assets/balances.ts";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { useUsdWorth } from "#pwa/parts/assets/use-usd-worth.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { AmountBox } from "#pwa/parts/trading/amount-box.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { StepProps } from "./form-steps.ts";

interface PairStepProps extends StepProps {
  readonly known: KnownAssets;
}

/** The two assets, and how much of each is put in. */
export function PairStep({ draft, problems, known, onDraft }: PairStepProps) {
  const options = useMemo(
    () => [{ value: "", label: t`Choose an asset` }, ...known.assets.map(assetOption)],
    [known.assets],
  );
  const side = (asset: "base" | "quote", label: string, hint: string) => (
    <div className="flex flex-col gap-3">
      <SelectField
        label={label}
        hint={hint}
        options={options}
        value={draft[asset]}
        error={problems[asset]}
        onValueChange={(key) => onDraft({ ...draft, [asset]: key })}
      />
      {draft[asset] === "" ? null : <PutIn {...{ draft, problems, known, onDraft, asset }} />}
    </div>
  );
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-ink-2">
        <Trans>
          Both go into wallets of their own, which are yours and trade with nothing else. You get everything back when
          you drain the pool.
        </Trans>
      </p>
      {side("base", t`Asset to trade`, t`Its price is what the offers name.`)}
      {side("quote", t`Priced in`, t`What is paid for it.`)}
    </div>
  );
}

interface PutInProps extends PairStepProps {
  readonly asset: "base" | "quote";
}

function PutIn({ draft, problems, known, onDraft, asset }: PutInProps) {
  const worthOf = useUsdWorth();
  const [key, field] = [draft[asset], asset === "base" ? ("baseAmount" as const) : ("quoteAmount" as const)];
  const held = known.byKey.get(key) ?? null;
  const code = codeOf(key);
  const amount = readAmount(draft[field]);
  const set = (text: string) => onDraft({ ...draft, [field]: text });
  const balance = held?.balance ?? null;
  return (
    <AmountBox
      label={t`${code} to put in`}
      asset={held}
      value={draft[field]}
      isQuoted={false}
      error={problems[field]}
      note={typeof amount === "bigint" && amount > 0n && held !== null ? worthOf(amount, held) : null}
      aside={
        balance === null ? (
          t`Not held`
        ) : (
          <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
            <span data-private="">
              <Trans>{{ amount: formatAmountText(balance.spendable) }} to spend</Trans>
            </span>
            {/* Of XLM the wallets need some beside. */}
            {key === NATIVE_CODE ? null : (
              <Button variant="link" size="inline" onClick={() => set(formatAmountShort(maxStroops(balance)))}>
                <Trans>Max</Trans>
              </Button>
            )}
          </span>
        )
      }
      onType={set}
    />
  );
}
