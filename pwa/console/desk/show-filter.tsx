import { useMedia } from "#pwa/platform/device/media.ts";
import { Segments } from "#pwa/ui/segments.tsx";
import { Select, type SelectOption } from "#pwa/ui/select.tsx";

interface ShowFilterProps<Value extends string> {
  readonly label: string;
  readonly items: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
}

/** Which rows of a list are shown: side by side where there is room. */
export function ShowFilter<const Value extends string>({ label, items, value, onValueChange }: ShowFilterProps<Value>) {
  const isWide = useMedia("(min-width: 48rem)");
  if (isWide) return <Segments label={label} items={items} value={value} onValueChange={onValueChange} />;
  return <Select aria-label={label} options={items} value={value} onValueChange={onValueChange} />;
}
