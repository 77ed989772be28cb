import { useId } from "react";
import type { PriceRange } from "#schemas/markets.ts";
import { RANGE_NAMES, RANGES } from "./ranges.ts";

interface RangePickerProps {
  readonly label: string;
  readonly value: PriceRange;
  readonly onChange: (range: PriceRange) => void;
  readonly ranges?: readonly PriceRange[];
}

/** Which time is looked at. */
export function RangePicker({ label, value, onChange, ranges = RANGE_NAMES }: RangePickerProps) {
  const group = useId();
  return (
    <fieldset className="flex max-w-full flex-wrap gap-1 rounded-md border border-line bg-ground p-1">
      <legend className="sr-only">{label}</legend>
      {ranges.map((range) => (
        <label
          key={range}
          className="relative grid min-h-8 min-w-11 cursor-pointer place-items-center rounded-sm px-2 text-sm font-medium text-ink-3 transition-colors duration-150 hover:text-ink has-checked:bg-surface-2 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={group}
            checked={range === value}
            onChange={() => onChange(range)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {RANGES[range].label}
        </label>
      ))}
    </fieldset>
  );
}
