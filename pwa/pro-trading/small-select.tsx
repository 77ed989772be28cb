import { classNames } from "#pwa/ui/class-names.ts";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";

interface SmallSelectProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

/** A choice in the title line of a panel. */
export function SmallSelect({ label, options, value, onValueChange }: SmallSelectProps) {
  return (
    <select
      // Of numbers; from right to left the arrow would stand on the border of one so small.
      dir="ltr"
      aria-label={label}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      className={classNames(CONTROL_LOOK, "numeric w-auto! min-h-7! px-1.5! text-xs! pointer-coarse:min-h-11!")}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
