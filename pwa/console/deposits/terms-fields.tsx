import { t } from "@lingui/core/macro";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import type { TermsDraft } from "./settings-draft.ts";

interface TermsFieldsProps<Draft extends TermsDraft> {
  readonly draft: Draft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: Draft) => void;
}

/** What people get, between which amounts, and from where on two operators look: the same for every way to pay in. */
export function TermsFields<Draft extends TermsDraft>({ draft, issues, onChange }: TermsFieldsProps<Draft>) {
  const field = (name: keyof TermsDraft) => ({
    name,
    value: draft[name],
    error: issues[name],
    onType: (text: string) => onChange({ ...draft, [name]: text }),
  });
  return (
    <>
      <DecimalField {...field("xlmRate")} label={t`XLM for a USD`} />
      <DecimalField
        {...field("secondAbove")}
        label={t`A second operator above, in USD`}
        hint={t`Of one deposit, and of all that one operator credits to one person within a day. Empty for never.`}
      />
      <DecimalField
        {...field("rateTolerance")}
        label={t`Tolerance, in percent`}
        hint={t`By how much what is credited may be worth more than what was paid before a second operator has to agree.`}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalField {...field("minAmount")} label={t`At least, in USD`} hint={t`Empty for no bound.`} />
        <DecimalField {...field("maxAmount")} label={t`At most, in USD`} hint={t`Empty for no bound.`} />
      </div>
    </>
  );
}
