import { Popover } from "radix-ui";
import type { ReactNode, RefObject } from "react";

interface AnchoredPopoverProps {
  readonly label: string;
  /** The button that asked for it: it stands beside, and gets the focus back. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A few words beside the button that opened and closes it. */
export function AnchoredPopover({ label, anchor, onClose, children }: AnchoredPopoverProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Popover.Anchor
        virtualRef={{
          get current() {
            return anchor.current ?? document.body;
          },
        }}
      />
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The button closes it itself.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
          }}
          className="z-60 max-w-72 rounded-md border border-line bg-surface-2 px-3.5 py-3 text-sm text-ink shadow-overlay data-[state=open]:animate-fade-in"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
