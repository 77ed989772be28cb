import { Dialog } from "radix-ui";
import { type ReactNode, useLayoutEffect } from "react";
import { coverSheets } from "#pwa/ui/open-sheets.ts";
import { useOpener } from "./use-opener.ts";
import { useVisibleHeight } from "./use-visible-height.ts";

interface TopDialogProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly onClose: () => void;
  /** It is gone, and the focus is where it was before. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog for what is typed into it, with the field at its top: it hangs in the upper part of a wide window and takes all of a
 * phone's, whose keyboard comes from below. Traps the focus, closes on Escape and outside.
 */
export function TopDialog({ label, onClose, onClosed, children }: TopDialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useOpener();
  const maxHeight = useVisibleHeight();
  useLayoutEffect(coverSheets, []);
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus(event);
            onClosed();
          }}
          style={{ maxHeight }}
          className="fixed inset-x-0 top-0 z-50 flex h-dvh animate-fade-in flex-col bg-surface pt-safe shadow-overlay sm:top-[12dvh] sm:mx-auto sm:h-auto sm:max-h-[72dvh] sm:w-full sm:max-w-2xl sm:rounded-lg sm:border sm:border-line sm:pt-0"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
