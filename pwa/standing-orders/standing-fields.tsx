import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  TOLERANCES,
  LASTINGS,
  type Lasting,
  type StandingPlan,
  UNITS,
  type Unit,
} from "#pwa/parts/trading/order-draft.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import type { Calendar } from "#schemas/standing-orders.ts";
import { formatPercent } from "#pwa/ui/format.ts";
import { lastingOf, type PlanProblems } from "./standing-draft.ts";

interface FieldsProps {
  readonly plan: StandingPlan;
  readonly problems: PlanProblems;
  readonly onPlan: (change: Partial<StandingPlan>) => void;
}

const CALENDARS = [
  {
    value: "day",
    get label() {
      return t({ message: "Day", context: "how often" });
    },
  },
  {
    value: "week",
    get label() {
      return t({ message: "Week", context: "how often" });
    },
  },
  {
    value: "month",
    get label() {
      return t({ message: "Month", context: "how often" });
    },
  },
] as const satisfies readonly { value: Calendar; label: string }[];
const UNIT_NAMES: Readonly<Record<Unit, string>> = {
  get seconds() {
    return t`seconds`;
  },
  get minutes() {
    return t`minutes`;
  },
  get hours() {
    return t`hours`;
  },
  get days() {
    return t`days`;
  },
};
const SLIPPAGE_ITEMS = TOLERANCES.map((value) => ({
  value,
  get label() {
    return formatPercent(String(Number(value) / 100), " ");
  },
}));
const LASTING_NAMES: Readonly<Record<Lasting, string>> = {
  get times() {
    return t`After some times`;
  },
  get "0"() {
    return t`Until I cancel it`;
  },
  get "1"() {
    return t`One day`;
  },
  get "7"() {
    return t`A week`;
  },
  get "30"() {
    return t`30 days`;
  },
  get "90"() {
    return t`90 days`;
  },
  get "365"() {
    return t`A year`;
  },
};
const RECURRING_LASTINGS: readonly Lasting[] = ["0", "times", ...LASTINGS.slice(1)];

/** In how many parts, and how far apart. */
export function SliceFields({ plan, problems, onPlan }: FieldsProps) {
  return (
    <div className="grid grid-cols-3 items-start gap-3">
      <TextField
        label={t`Parts`}
        name="slices"
        inputMode="numeric"
        autoComplete="off"
        inputClassName="numeric"
        value={plan.slices}
        error={problems.slices}
        onChange={(event) => onPlan({ slices: event.target.value })}
      />
      <TextField
        label={t`One every`}
        name="every"
        inputMode="numeric"
        autoComplete="off"
        inputClassName="numeric"
        value={plan.every}
        error={problems.every}
        onChange={(event) => onPlan({ every: event.target.value })}
      />
      <SelectField
        label={t`Unit`}
        name="unit"
        options={UNITS.map((value) => ({ value, label: UNIT_NAMES[value] }))}
        value={plan.unit}
        onValueChange={(unit) => onPlan({ unit })}
      />
    </div>
  );
}

interface RecurringFieldsProps extends FieldsProps {
  readonly base: string;
  readonly quote: string;
}

/** For how much, how often, and within which bounds. */
export function RecurringFields({ plan, problems, onPlan, base, quote }: RecurringFieldsProps) {
  return (
    <>
      <DecimalField
        label={t`Spend each time (${quote})`}
        name="spend"
        placeholder="0"
        inputClassName="numeric"
        value={plan.spend}
        error={problems.spend}
        onType={(text) => onPlan({ spend: text })}
      />
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium text-ink-2">
          <Trans context="how often: day, week or month">Every</Trans>
        </span>
        <Segments
          label={t`How often`}
          items={CALENDARS}
          value={plan.calendar}
          onValueChange={(calendar) => onPlan({ calendar })}
          isWide
        />
      </div>
      <DecimalField
        label={t`Highest price`}
        name="highest"
        placeholder={t({ message: "Any", context: "price" })}
        inputClassName="numeric"
        value={plan.highest}
        error={problems.highest}
        hint={t`In ${quote} for one ${base}. A buy at a higher one is left out.`}
        onType={(text) => onPlan({ highest: text })}
      />
      <TextField
        label={t`First buy`}
        name="starts"
        type="datetime-local"
        value={plan.starts}
        error={problems.starts}
        hint={t`Left empty, the first one is made at once.`}
        onChange={(event) => onPlan({ starts: event.target.value })}
      />
      <SelectField
        label={t`Price may get worse by up to`}
        options={SLIPPAGE_ITEMS}
        value={plan.slippage}
        onValueChange={(slippage) => onPlan({ slippage })}
      />
    </>
  );
}

interface LastingFieldProps extends FieldsProps {
  readonly isRecurring: boolean;
}

/** When it ends by itself: one question, whether the answer is a date or a number of times. */
export function LastingField({ plan, problems, onPlan, isRecurring }: LastingFieldProps) {
  const lasting = lastingOf(plan, isRecurring);
  const lastings = isRecurring ? RECURRING_LASTINGS : LASTINGS;
  return (
    <div className="grid grid-cols-2 items-start gap-3 has-[>:only-child]:grid-cols-1">
      <SelectField
        label={t`Ends`}
        options={lastings.map((value) => ({ value, label: LASTING_NAMES[value] }))}
        value={lasting}
        onValueChange={(next) => onPlan({ lasting: next })}
      />
      {lasting === "times" ? (
        <TextField
          label={t`How many times`}
          name="times"
          inputMode="numeric"
          autoComplete="off"
          inputClassName="numeric"
          value={plan.times}
          error={problems.times}
          onChange={(event) => onPlan({ times: event.target.value })}
        />
      ) : null}
    </div>
  );
}
