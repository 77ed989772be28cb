import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface TooltipProps {
  readonly text: ReactNode;
  readonly side?: "top" | "right" | "bottom" | "left";
  /** One element that can take focus. */
  readonly children: ReactNode;
}

/** A word of explanation on hover and focus; never the only place something is said. */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            className="z-60 max-w-64 rounded-sm border border-line bg-surface-2 px-2.5 py-1.5 text-xs text-ink shadow-overlay data-[state=delayed-open]:animate-fade-in"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
