import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Search, SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Input, TextField } from "#pwa/ui/field.tsx";
import { SelectField, type SelectOption } from "#pwa/ui/select.tsx";
import { type MovementType } from "#pwa/parts/history/movement.ts";
import { TYPE_NAMES } from "#pwa/parts/history/movement-words.ts";
import { FILTER_FIELDS, NO_FILTER, type TransactionFilter } from "./filter.ts";

const TYPES: readonly MovementType[] = [
  "send",
  "receive",
  "create_account",
  "merge",
  "trust",
  "fee",
  "operator_fee",
  "claimable",
  "order",
  "trade",
  "swap",
  "pool_deposit",
  "pool_withdraw",
  "stake",
  "unstake",
  "stake_reward",
  "affiliate_reward",
  "market_open",
  "market_return",
  "missing",
  "other",
];
const TYPE_OPTIONS: readonly SelectOption<MovementType | "">[] = [
  {
    value: "",
    get label() {
      return t`All types`;
    },
  },
  ...TYPES.map((type) => ({
    value: type,
    get label() {
      return TYPE_NAMES[type];
    },
  })),
];

interface FilterBarProps {
  readonly filter: TransactionFilter;
  readonly assets: readonly SelectOption[];
  readonly onChange: (filter: TransactionFilter) => void;
}

/** The search field and, folded away on demand, the other filters. */
export function FilterBar({ filter, assets, onChange }: FilterBarProps) {
  const narrowing = FILTER_FIELDS.filter((field) => field !== "text" && filter[field] !== "").length;
  const [isOpen, setOpen] = useState(narrowing > 0);
  const set = (change: Partial<TransactionFilter>) => onChange({ ...filter, ...change });
  return (
    <div className="flex flex-col gap-3" role="search">
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-3"
          />
          <Input
            type="search"
            aria-label={t`Search memo and hash`}
            placeholder={t`Search memo and hash`}
            value={filter.text}
            onChange={(event) => set({ text: event.target.value })}
            className="ps-9"
          />
        </div>
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls="transaction-filters"
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {narrowing > 0 ? t`Filters (${narrowing})` : t`Filters`}
        </Button>
      </div>
      {isOpen ? (
        <div id="transaction-filters" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
          <SelectField
            label={t`Type`}
            options={TYPE_OPTIONS}
            value={filter.type}
            onValueChange={(type) => set({ type })}
          />
          <SelectField
            label={t`Asset`}
            options={assets}
            value={filter.asset}
            onValueChange={(asset) => set({ asset })}
          />
          <TextField
            label={t`Name or address`}
            value={filter.who}
            onChange={(event) => set({ who: event.target.value })}
          />
          <TextField
            label={t({ message: "From", context: "first day" })}
            type="date"
            value={filter.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            label={t({ message: "To", context: "last day" })}
            type="date"
            value={filter.to}
            error={
              filter.from !== "" && filter.to !== "" && filter.to < filter.from
                ? t`This day is before the first one.`
                : undefined
            }
            onChange={(event) => set({ to: event.target.value })}
          />
          {narrowing > 0 ? (
            <Button
              variant="ghost"
              size="sm"
              className="justify-self-start"
              onClick={() => onChange({ ...NO_FILTER, text: filter.text })}
            >
              <X aria-hidden="true" className="size-4" />
              <Trans>Clear filters</Trans>
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
