import { type ReactNode, useId } from "react";
import { classNames } from "#pwa/ui/class-names.ts";

interface ChoiceCardsProps<Value extends string> {
  /** Names the group; shown where it is more than a name. */
  readonly legend: ReactNode;
  readonly isLegendShown: boolean;
  readonly items: readonly { readonly value: Value; readonly name: string; readonly text: string }[];
  /** Null as long as nothing is chosen. */
  readonly value: Value | null;
  readonly onValueChange: (value: Value) => void;
}

/** One of a few, each with a sentence or two that say what choosing it means: a group of radio buttons. */
export function ChoiceCards<const Value extends string>(props: ChoiceCardsProps<Value>) {
  const { legend, isLegendShown, items, value: chosen, onValueChange } = props;
  const group = useId();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className={isLegendShown ? "mb-3 text-sm text-ink-2" : "sr-only"}>{legend}</legend>
      {items.map(({ value, name, text }) => (
        <label
          key={value}
          className={classNames(
            "flex cursor-pointer gap-3 rounded-md border p-3 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent",
            value === chosen ? "border-accent bg-accent-soft" : "border-line hover:border-line-strong",
          )}
        >
          <input
            type="radio"
            name={group}
            aria-label={name}
            aria-describedby={`${group}-${value}`}
            checked={value === chosen}
            onChange={() => onValueChange(value)}
            className="mt-0.5 size-5 shrink-0 accent-accent-fill"
          />
          <span className="min-w-0">
            <span className="block text-sm font-semibold">{name}</span>
            <span id={`${group}-${value}`} className="block text-sm text-ink-2">
              {text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
