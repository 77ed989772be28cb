import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { areSheetsCovered, trackSheet } from "#pwa/ui/open-sheets.ts";
import { useIsScrollStop } from "#pwa/ui/use-is-scroll-stop.ts";
import { useOpener } from "./use-opener.ts";

export interface SheetProps {
  readonly open?: boolean;
  /** The person wants it gone: by its cross, Escape, or a tap beside it. */
  readonly onClose: () => void;
  /** False while closing it would look like taking back what is under way. */
  readonly mayClose?: boolean;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Buttons, pinned below the content. */
  readonly footer?: ReactNode;
  readonly size?: "sm" | "md" | "lg";
  readonly children?: ReactNode;
}

const WIDTHS = { sm: "sm:max-w-sm", md: "sm:max-w-md", lg: "sm:max-w-2xl" } as const;

/** What `Sheet` shows. */
export function SheetDialog(props: SheetProps) {
  const { open = true, onClose, mayClose = true, title, description, footer, size = "md", children } = props;
  const opener = useOpener();
  useEffect(() => (open ? trackSheet({ mayClose, close: onClose }) : undefined), [open, mayClose, onClose]);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && mayClose) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in" />
        <Dialog.Content
          {...opener}
          // For a moment after something opened over it, Escape would still reach the sheet alone.
          onEscapeKeyDown={(event) => {
            if (areSheetsCovered()) event.preventDefault();
          }}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={classNames(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg border border-line bg-surface shadow-overlay",
            // Where large text or a low window leaves the content no room between title and buttons, all of it scrolls.
            "[@media(max-height:30rem)]:overflow-y-auto",
            "data-[state=open]:animate-rise sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[86dvh] sm:w-full sm:rounded-lg",
            WIDTHS[size],
          )}
        >
          <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong sm:hidden" />
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-6 sm:pt-5">
            <div className="min-w-0">
              <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
              {description === undefined ? null : (
                <Dialog.Description className="mt-1 text-sm text-ink-2">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close
              aria-label={t({ message: "Close", context: "button" })}
              className="-mt-1.5 -me-2.5 grid size-11 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-2 hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </header>
          <Scroller>{children}</Scroller>
          {footer === undefined ? null : (
            <footer className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6">
              {footer}
            </footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What lies between title and buttons. Where it scrolls and nothing in it takes the focus, it does itself, for the keyboard's arrows. */
function Scroller({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStop = useIsScrollStop(frame, content);
  return (
    <div
      ref={frame}
      {...(isStop
        ? { tabIndex: 0, role: "group", "aria-label": t({ message: "Content", context: "what a sheet holds" }) }
        : {})}
      className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 sm:px-6 [@media(max-height:30rem)]:flex-none [@media(max-height:30rem)]:overflow-visible"
    >
      <div ref={content}>{children}</div>
    </div>
  );
}
