import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { pricePlaces, showPrice } from "#pwa/parts/market-data/figures.ts";
import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import { useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { figuresOf } from "#pwa/parts/watchlist/watched.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { Field, TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { Select } from "#pwa/ui/select.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { MOST_ALERT_NOTE } from "#schemas/price-alerts.ts";
import { decidingOf, isThereAlready } from "./alert-words.ts";
import { type AlertDraft, type AlertFormState, useAlertForm } from "./use-alert-form.ts";

interface AlertSheetProps {
  readonly title: string;
  readonly initial: AlertDraft;
  /** Those that can be chosen. */
  readonly pairs: readonly PairQuery[];
  readonly onSave: (draft: AlertDraft) => Promise<void>;
  readonly onClose: () => void;
}

const DIRECTIONS = [
  {
    value: "above",
    get label() {
      return t`At or above`;
    },
  },
  {
    value: "below",
    get label() {
      return t`At or below`;
    },
  },
] as const;

/** Sets a price alert, or sets it anew. */
export function AlertSheet({ title, initial, pairs, onSave, onClose }: AlertSheetProps) {
  const formId = useId();
  const form = useAlertForm(initial, onSave);
  const { draft, problem, failure, isSaving, set, save } = form;
  const [base, quote] = [codeOf(draft.base), codeOf(draft.quote)];
  return (
    <Sheet
      onClose={onClose}
      title={title}
      description={t`The service looks at the price with every ledger and tells you as your notification settings say.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={isSaving}>
            <Trans>Save alert</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {failure === null ? null : (
          <Notice tone="error" title={t`The alert could not be kept on this device`}>
            {failure}
          </Notice>
        )}
        <PairField draft={draft} pairs={pairs} set={set} />
        <Segments
          label={t`Which way`}
          items={DIRECTIONS}
          value={draft.direction}
          onValueChange={(direction) => set({ direction })}
          isWide
        />
        <DecimalField
          label={t`Price of 1 ${base} in ${quote}`}
          value={draft.price}
          onType={(text) => set({ price: text })}
          error={problem ?? undefined}
          hint={
            draft.direction === "above"
              ? t`Looked at is what somebody pays: the best bid.`
              : t`Looked at is what somebody sells for: the best ask.`
          }
        />
        <AlreadyThere form={form} />
        <SwitchField
          label={t`Tell me every time`}
          hint={t`At most once an hour. Otherwise once.`}
          checked={draft.repeats}
          onCheckedChange={(repeats) => set({ repeats })}
        />
        <TextField
          label={t`Note`}
          hint={t`Optional. It is told with the alert, also by push and mail.`}
          maxLength={MOST_ALERT_NOTE}
          autoComplete="off"
          value={draft.note}
          onChange={(event) => set({ note: event.target.value })}
        />
      </form>
    </Sheet>
  );
}

interface PairFieldProps {
  readonly draft: AlertDraft;
  readonly pairs: readonly PairQuery[];
  readonly set: AlertFormState["set"];
}

function PairField({ draft, pairs, set }: PairFieldProps) {
  const options = pairs.map((pair) => ({
    value: pairKey(pair),
    label: `${codeOf(pair.base)} / ${codeOf(pair.quote)}`,
  }));
  return (
    <Field label={t({ message: "Market", context: "pair of assets" })}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={pairKey(draft)}
          onValueChange={(key) => {
            const pair = pairs.find((one) => pairKey(one) === key);
            if (pair !== undefined) set({ base: pair.base, quote: pair.quote });
          }}
        />
      )}
    </Field>
  );
}

/** Says so before it is saved where the price is there already, by what this device was told last. */
function AlreadyThere({ form: { draft, set } }: { readonly form: AlertFormState }) {
  const { tickers } = useTickers();
  const seen = decidingOf(figuresOf(tickers, draft), draft.direction);
  if (!isThereAlready(seen, { ...draft, price: draft.price.trim() })) return null;
  const shown = showPrice(seen ?? "0", pricePlaces(Number(seen)));
  const words = draft.direction === "above" ? t`Somebody pays ${shown} now.` : t`Somebody sells for ${shown} now.`;
  return (
    <Notice tone="warn" title={t`The price is there already`}>
      {words} <Trans>You are told once it has left and come back.</Trans>
      <SwitchField
        label={t`Tell me at once too`}
        checked={draft.atOnce}
        onCheckedChange={(atOnce) => set({ atOnce })}
      />
    </Notice>
  );
}
