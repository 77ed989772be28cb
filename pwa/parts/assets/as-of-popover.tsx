import { useAtomValue } from "jotai";
import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

interface AsOfPopoverProps {
  readonly label: string;
  readonly ledger: number;
  /** The button that asked for it: it stands beside, and gets the focus back. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** As of which ledger something is true, and since when nothing newer is known. */
export function AsOfPopover({ label, ledger, anchor, onClose }: AsOfPopoverProps) {
  const { state, lastSyncedAt } = useAtomValue(syncStatusAtom);
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
          <p className="font-medium">
            As of ledger <span className="numeric">{ledger.toLocaleString("en-US")}</span>
          </p>
          <p className="mt-1 text-ink-2">
            {state !== "offline" ? (
              "Nothing newer has changed it: this device is in touch with the server."
            ) : lastSyncedAt === null ? (
              "This device has not been in touch with the server yet."
            ) : (
              <>
                This device was last in touch with the server <TimeAgo at={lastSyncedAt} />.
              </>
            )}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
