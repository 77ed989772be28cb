import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Colours of its own once it is chosen. */
  readonly look?: string;
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly items: readonly Segment<Value>[];
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  /** Whether the parts share the whole width. */
  readonly isWide?: boolean;
  /** Whether many of them stand in rows of three, so that none is left alone. */
  readonly isInThrees?: boolean;
}

/** One of a few, side by side: a group of radio buttons. */
export function Segments<const Value extends string>(props: SegmentsProps<Value>) {
  const { label, items, value, onValueChange, isWide = false, isInThrees = false } = props;
  const group = useId();
  return (
    <fieldset
      className={classNames(
        "max-w-full flex-wrap gap-1 rounded-md border border-line bg-ground p-1",
        isWide ? "flex w-full" : "inline-flex",
      )}
    >
      <legend className="sr-only">{label}</legend>
      {items.map((item) => (
        <label
          key={item.value}
          className={classNames(
            "relative grid min-h-8 min-w-10 cursor-pointer place-items-center rounded-sm px-2 text-center text-sm font-medium text-ink-3 transition-colors duration-150",
            "hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11",
            isWide && (isInThrees ? "flex-1 basis-[30%]" : "flex-1 basis-16"),
            item.look ?? "has-checked:bg-surface-2 has-checked:text-ink",
          )}
        >
          <input
            type="radio"
            name={group}
            value={item.value}
            checked={item.value === value}
            onChange={() => onValueChange(item.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {item.label}
        </label>
      ))}
    </fieldset>
  );
}
