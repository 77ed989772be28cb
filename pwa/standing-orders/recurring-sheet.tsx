import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useCallback, useMemo, useState } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { EMPTY_DRAFT, type StandingPlan } from "#pwa/parts/trading/order-draft.ts";
import { assetOption } from "#pwa/parts/assets/asset-option.ts";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { STANDING_WORDS } from "#pwa/parts/trading/order-words.ts";
import { RecurringOutlook } from "./outlook.tsx";
import { EMPTY_PLAN, type PlanProblems, readPlan } from "./standing-draft.ts";
import { LastingField, RecurringFields } from "./standing-fields.tsx";

const StandingReview = later(
  async () =>
    (await withSentences("standing-orders/standing-review", () => import("./standing-review.tsx"))).StandingReview,
);

interface RecurringSheetProps {
  readonly known: KnownAssets;
  /** What is paid with and what is bought, as they stand on the screen; empty where none is chosen. */
  readonly send: string;
  readonly receive: string;
  /** Of what is paid with; empty for none. */
  readonly spend: string;
  readonly isOnline: boolean;
  readonly onClose: () => void;
}

/** Which asset is bought for how much of which other one, how often, and then the review of it. */
export function RecurringSheet({ known, send, receive, spend, isOnline, onClose }: RecurringSheetProps) {
  const [plan, setPlan] = useState<StandingPlan>({ ...EMPTY_PLAN, spend });
  const [quote, setQuote] = useState(send);
  const [base, setBase] = useState(() => receive || (known.assets.find(({ key }) => key !== send)?.key ?? ""));
  const [problems, setProblems] = useState<PlanProblems>({});
  const [terms, setTerms] = useState<StandingTerms | null>(null);
  const options = useMemo(() => known.assets.map(assetOption), [known.assets]);
  const [isPlaced, setPlaced] = useState(false);
  const place = useCallback(() => setPlaced(true), []);
  const isSame = base === quote;
  const held = known.byKey.get(quote)?.balance ?? null;
  // Back from the review is back at what was typed.
  const leave = () => (isPlaced ? onClose() : setTerms(null));
  if (terms !== null) return <StandingReview terms={terms} onConfirmed={place} onClose={leave} />;

  const onPlan = (change: Partial<StandingPlan>) => {
    setProblems({});
    setPlan((former) => ({ ...former, ...change }));
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isOnline || isSame || base === "") return;
    const read = readPlan("recurring", EMPTY_DRAFT, plan, { base, quote }, nowMs());
    setProblems(read.problems ?? {});
    setTerms(read.terms);
  }

  return (
    <Sheet
      onClose={onClose}
      title={t`Buy regularly`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form="buy-regularly" disabled={!isOnline || isSame || base === ""}>
            <Trans>Review</Trans>
          </Button>
        </>
      }
    >
      <form id="buy-regularly" noValidate onSubmit={submit} className="flex flex-col gap-3">
        <p className="text-sm text-ink-3">{STANDING_WORDS.recurring}</p>
        <SelectField label={t`You buy`} options={options} value={base} onValueChange={setBase} />
        <SelectField
          label={t`You pay with`}
          options={options}
          value={quote}
          error={isSame ? t`Choose two different assets.` : undefined}
          hint={
            <span data-private="">
              <Trans>
                {{ amount: formatAmountText(held?.spendable ?? "0") }} {{ code: codeOf(quote) }} to spend now
              </Trans>
            </span>
          }
          onValueChange={setQuote}
        />
        <RecurringFields base={codeOf(base)} quote={codeOf(quote)} {...{ plan, problems, onPlan }} />
        <LastingField isRecurring {...{ plan, problems, onPlan }} />
        <RecurringOutlook plan={plan} quote={codeOf(quote)} />
        {isOnline ? null : (
          <Notice tone="warn" title={t`You are offline`}>
            <Trans>Nothing can be ordered without a connection.</Trans>
          </Notice>
        )}
      </form>
    </Sheet>
  );
}
