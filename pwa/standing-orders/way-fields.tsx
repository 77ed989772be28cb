import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Best, OrderDraft, StandingPlan } from "#pwa/parts/trading/order-draft.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import type { StandingKind } from "#schemas/standing-orders.ts";
import { LimitField, PriceField, TriggerField, withNow } from "./price-fields.tsx";
import type { PlanProblems } from "./standing-draft.ts";
import { SliceFields } from "./standing-fields.tsx";

interface WayFieldsProps {
  readonly kind: Exclude<StandingKind, "recurring">;
  readonly draft: OrderDraft;
  readonly plan: StandingPlan;
  readonly problems: PlanProblems;
  readonly onPlan: (change: Partial<StandingPlan>) => void;
  readonly onDraft: (change: Partial<OrderDraft>) => void;
  readonly best: Best;
  readonly places: number;
  readonly base: string;
  readonly quote: string;
}

/** When an order goes out, and at what price: each kind has its own way. */
export function WayFields({ kind, ...props }: WayFieldsProps) {
  switch (kind) {
    case "stop-limit":
    case "take-profit":
      return <StopFields kind={kind} triggerLabel={t`Trigger`} limitLabel={t`Then limit price`} {...props} />;
    case "trailing-stop":
      return <TrailingFields {...props} />;
    case "oco":
      return (
        <>
          <StopFields kind="stop-limit" triggerLabel={t`Stop trigger`} limitLabel={t`Stop limit price`} {...props} />
          <ProfitFields {...props} />
        </>
      );
    case "twap":
      return <TwapFields {...props} />;
  }
}

type OfKind = Omit<WayFieldsProps, "kind">;

interface StopFieldsProps extends OfKind {
  readonly kind: "stop-limit" | "take-profit";
  readonly triggerLabel: string;
  readonly limitLabel: string;
}

function StopFields(props: StopFieldsProps) {
  const { kind, triggerLabel, limitLabel, draft, plan, problems, onPlan, onDraft, best, places, base, quote } = props;
  const { side, price } = draft;
  return (
    <>
      <TriggerField
        label={triggerLabel}
        name="trigger"
        value={plan.trigger}
        error={problems.trigger}
        onValue={(trigger) => onPlan({ trigger })}
        {...{ kind, side, best, places, base, quote }}
      />
      <LimitField
        label={limitLabel}
        name="price"
        trigger={plan.trigger}
        value={price}
        error={problems.price}
        onValue={(next) => onDraft({ price: next })}
        {...{ side, base, quote }}
      />
    </>
  );
}

/** The second of two prices. */
function ProfitFields({ draft: { side }, plan, problems, onPlan, best, places, base, quote }: OfKind) {
  return (
    <>
      <TriggerField
        kind="take-profit"
        label={t`Take-profit trigger`}
        name="profit"
        value={plan.profit}
        error={problems.profit}
        onValue={(profit) => onPlan({ profit })}
        {...{ side, best, places, base, quote }}
      />
      <LimitField
        label={t`Take-profit limit price`}
        name="profitPrice"
        trigger={plan.profit}
        value={plan.profitPrice}
        error={problems.profitPrice}
        onValue={(profitPrice) => onPlan({ profitPrice })}
        {...{ side, base, quote }}
      />
      <p className="text-xs text-ink-3">
        <Trans>
          Both prices are watched here: neither order stands in the book before its price is reached. Once one is placed
          the other is gone, though a limit order may not fill in a fast market.
        </Trans>
      </p>
    </>
  );
}

/** How far a trailing stop stays behind, how far its limit is from its trigger, and from which price on it follows. */
function TrailingFields({ draft: { side }, plan, problems, onPlan, best, places, base, quote }: OfKind) {
  const isSelling = side === "sell";
  const hint = isSelling
    ? t`Left empty, it follows the highest bid at once`
    : t`Left empty, it follows the lowest offer at once`;
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <DecimalField
          label={t`Trail (%)`}
          name="trail"
          inputClassName="numeric"
          value={plan.trail}
          error={problems.trail}
          hint={isSelling ? t`Below the highest bid seen` : t`Above the lowest offer seen`}
          onType={(text) => onPlan({ trail: text })}
        />
        <DecimalField
          label={t`Limit beyond it (%)`}
          name="offset"
          inputClassName="numeric"
          value={plan.offset}
          error={problems.offset}
          hint={
            isSelling ? t`Its limit price is so far below the trigger` : t`Its limit price is so far above the trigger`
          }
          onType={(text) => onPlan({ offset: text })}
        />
      </div>
      <PriceField
        label={t`Follow from`}
        name="activation"
        placeholder={t`At once`}
        value={plan.activation}
        error={problems.activation}
        hint={withNow(hint, side, best, places)}
        onValue={(activation) => onPlan({ activation })}
        {...{ side, base, quote }}
      />
      <p className="text-xs text-ink-3">
        <Trans>
          The trigger only ever moves your way, in steps of a twentieth of the trail. What is placed then is a limit
          order: it may not fill in a fast market.
        </Trans>
      </p>
    </>
  );
}

function TwapFields({ draft, plan, problems, onPlan, onDraft, base, quote }: OfKind) {
  return (
    <>
      <SliceFields {...{ plan, problems, onPlan }} />
      <PriceField
        label={t`Worst price`}
        name="price"
        value={draft.price}
        error={problems.price}
        hint={
          draft.side === "buy"
            ? t`The highest average at which a part is still traded`
            : t`The lowest average at which a part is still traded`
        }
        onValue={(price) => onDraft({ price })}
        {...{ side: draft.side, base, quote }}
      />
    </>
  );
}
