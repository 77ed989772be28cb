import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface TabItem<Value extends string = string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly items: readonly TabItem<Value>[];
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
}

/** A row of tabs of equal width over their panels. */
export function Tabs<const Value extends string>({ label, items, value, onValueChange }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const chosen = items.find((item) => item.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-1 rounded-md border border-line bg-ground p-1">
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="min-h-9 flex-1 rounded-sm px-3 text-sm font-medium text-ink-3 transition-colors duration-150 hover:text-ink data-[state=active]:bg-surface-2 data-[state=active]:text-ink pointer-coarse:min-h-11"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-5">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
