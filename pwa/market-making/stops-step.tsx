import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { DraftField } from "./draft-field.tsx";
import { DraftFigure } from "./draft-figure.tsx";
import { referenceOf } from "./draft-ladder.ts";
import type { StepProps } from "./form-steps.ts";
import { useReference } from "./use-reference.ts";

const NONE: readonly never[] = [];

/** When it stops, and how much of each asset it aims to have. */
export function StopsStep(props: StepProps) {
  const { draft } = props;
  const reference = useMemo(() => referenceOf(draft), [draft]);
  const seen = useReference(draft, reference, NONE);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">
        <Trans>
          Whatever comes first takes all its offers out of the book. It trades again only when you start it.
        </Trans>
      </p>
      <DraftFigure draft={draft} seen={seen} />
      <StopFields {...props} />
      <InventoryFields {...props} />
    </div>
  );
}

export function StopFields(props: StepProps) {
  const quote = codeOf(props.draft.quote);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <DraftField
        {...props}
        name="priceMargin"
        label={t`Margin of the price (%)`}
        hint={t`It stops once the reference is so far from where it was at the start.`}
      />
      <DraftField
        {...props}
        name="maxDrawdown"
        label={t`Below its height (%)`}
        hint={t`It stops so far below the most it was worth.`}
      />
      <DraftField
        {...props}
        name="maxDailyLoss"
        label={t`Loss in a day (${quote})`}
        hint={t`It stops once it lost so much since the day began (UTC).`}
      />
      <DraftField
        {...props}
        name="maxFillsPerMinute"
        label={t`Fills in a minute`}
        hint={t`It stops beyond that many: others may know a better price.`}
      />
    </div>
  );
}

export function InventoryFields(props: StepProps) {
  const { draft, onDraft } = props;
  const base = codeOf(draft.base);
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-base font-semibold">
        <Trans>Inventory</Trans>
      </legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DraftField
          {...props}
          name="inventoryTarget"
          label={t`Target of ${base} (%)`}
          hint={t`What part of the worth is to be ${base}.`}
        />
        <DraftField
          {...props}
          name="skew"
          label={t`Skew (%)`}
          hint={t`How much offers that lead away from the target shrink. At 0 none do.`}
        />
      </div>
      <SwitchField
        label={t`Balance its wallets`}
        hint={t`They pay each other what their offers need.`}
        checked={draft.autoRebalance}
        onCheckedChange={(autoRebalance) => onDraft({ ...draft, autoRebalance })}
      />
    </fieldset>
  );
}
