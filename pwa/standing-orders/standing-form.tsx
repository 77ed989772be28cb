import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { focusFirstIssue } from "#pwa/parts/forms/form-issues.ts";
import { stillWrong } from "#pwa/parts/forms/still-wrong.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { AmountSlider } from "#pwa/parts/trading/amount-slider.tsx";
import { type Fraction, mostOf, type OrderDraft, shareOf, type StandingPlan } from "#pwa/parts/trading/order-draft.ts";
import { spentAsset } from "#pwa/parts/trading/order-words.ts";
import type { StandingFormProps } from "#pwa/parts/trading/standing-parts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { formatAmountShort, mulDiv, parseAmount } from "#schemas/values/money.ts";
import { EMPTY_PLAN, limitOf, type PlanProblems, readPlan } from "./standing-draft.ts";
import { Outlook } from "./outlook.tsx";
import { LastingField, RecurringFields } from "./standing-fields.tsx";
import { WayFields } from "./way-fields.tsx";

/** What is to be bought or sold once a price is reached, or time and again; `pair` is as it is looked at. */
export function StandingForm({ kind, pair, best, places, draft, onDraft, isOnline, onReview }: StandingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [told, setProblems] = useState<PlanProblems>({});
  const plan = draft.plan ?? EMPTY_PLAN;
  const problems =
    Object.keys(told).length === 0 ? told : stillWrong(told, readPlan(kind, draft, plan, pair, nowMs()).problems);
  const side = kind === "recurring" ? "buy" : draft.side;
  const [base, quote] = [codeOf(pair.base), codeOf(pair.quote)];

  useEffect(() => {
    if (Object.keys(told).length > 0 && form.current !== null) focusFirstIssue(form.current);
  }, [told]);

  const onPlan = (next: Partial<StandingPlan>) => onDraft({ plan: { ...plan, ...next } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOnline) return;
    const read = readPlan(kind, draft, plan, pair, nowMs());
    setProblems(read.problems ?? {});
    if (read.terms !== null) onReview({ kind: "standing", terms: read.terms });
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label={t({ message: "Order", context: "to trade" })}
      className="flex flex-col gap-3"
      onSubmit={submit}
    >
      {kind === "recurring" ? (
        <RecurringFields {...{ plan, problems, onPlan, base, quote }} />
      ) : (
        <>
          <WayFields {...{ kind, draft, plan, problems, onPlan, onDraft, best, places, base, quote }} />
          <AmountField {...{ pair, draft, problems, onDraft }} price={limitOf(kind, draft, plan, best)} />
        </>
      )}
      <LastingField isRecurring={kind === "recurring"} {...{ plan, problems, onPlan }} />
      <Outlook {...{ kind, draft, plan, best, base, quote }} />
      {isOnline ? null : (
        <Notice tone="warn" title={t`You are offline`}>
          <Trans>Nothing can be ordered without a connection. What you typed stays here.</Trans>
        </Notice>
      )}
      <Button
        type="submit"
        size="lg"
        disabled={!isOnline}
        className={side === "buy" ? "bg-up! text-ground!" : "bg-down! text-ground!"}
      >
        {side === "buy" ? t`Review: buy ${base}` : t`Review: sell ${base}`}
      </Button>
    </form>
  );
}

interface AmountFieldProps {
  readonly pair: PairQuery;
  readonly draft: OrderDraft;
  readonly problems: PlanProblems;
  readonly onDraft: (change: Partial<OrderDraft>) => void;
  /** The worst that it is traded at; null while that is not known. */
  readonly price: Fraction | null;
}

function AmountField({ pair, draft, problems, onDraft, price }: AmountFieldProps) {
  const { side } = draft;
  const spent = spentAsset(side, pair);
  const { row } = useRow("balances", spent);
  const spendable = row === null ? 0n : parseAmount(row.spendable);
  const most = mostOf(side, spendable, price);
  const typed = readAmount(draft.amount);
  return (
    <>
      <DecimalField
        label={t`Amount (${{ code: codeOf(pair.base) }})`}
        name="amount"
        placeholder="0"
        inputClassName="numeric"
        value={draft.amount}
        error={problems.amount}
        aside={
          <span data-private="" className="numeric text-xs text-ink-3">
            <Trans>
              {{ amount: formatAmountText(row?.spendable ?? "0") }} {{ code: codeOf(spent) }} to spend
            </Trans>
          </span>
        }
        onType={(text) => onDraft({ amount: text })}
      />
      <AmountSlider
        share={shareOf(typeof typed === "string" ? 0n : typed, most)}
        isDisabled={most === 0n}
        onShare={(share) => onDraft({ amount: formatAmountShort(mulDiv(most, BigInt(share), 100n, "down")) })}
      />
    </>
  );
}
