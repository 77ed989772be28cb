import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { shownDirection } from "#pwa/ui/direction.ts";
import { ToldError } from "#pwa/ui/told-error.tsx";

const DISPLAY_MS = 5000;
const SWIPE_PX = 50;
/** Radix puts the key in its place. */
const hotkey = "{hotkey}";

export interface ToastContent {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly tone: "default" | "destructive";
}

interface ToastProps {
  readonly toast: ToastContent & { readonly open: boolean };
  readonly onOpenChange: (open: boolean) => void;
}

/** One notification in its region; F8 moves focus into it. */
export function ToastRegion(props: ToastProps) {
  return (
    <Radix.Provider
      duration={DISPLAY_MS}
      swipeDirection={shownDirection() === "rtl" ? "left" : "right"}
      swipeThreshold={SWIPE_PX}
      label={t`Notification`}
    >
      <Toast {...props} />
      <Radix.Viewport
        hotkey={["F8"]}
        label={t`Notifications (${hotkey})`}
        // Below the header where there is a bar at the bottom: it covers neither.
        className="pointer-events-none fixed top-[calc(3.5rem+env(safe-area-inset-top))] end-0 z-70 flex w-full flex-col gap-2 p-4 outline-none md:max-w-[420px] lg:top-auto lg:bottom-0"
      />
    </Radix.Provider>
  );
}

function Toast({ toast, onOpenChange }: ToastProps) {
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={onOpenChange}
      type="foreground"
      className={classNames(
        "pointer-events-auto flex w-full items-start gap-3 rounded-md border bg-surface-2 p-4 pe-2 shadow-overlay",
        "data-[state=open]:animate-slide-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)",
        toast.tone === "destructive" ? "border-down" : "border-line-strong",
      )}
    >
      <div className="min-w-0 flex-1 break-words">
        <Radix.Title className={classNames("text-sm font-semibold", toast.tone === "destructive" && "text-down")}>
          {toast.title}
        </Radix.Title>
        {toast.description === undefined ? null : (
          <Radix.Description className="mt-0.5 text-sm text-ink-2">
            {toast.tone === "destructive" && typeof toast.description === "string" ? (
              <ToldError sentence={toast.description} />
            ) : (
              toast.description
            )}
          </Radix.Description>
        )}
      </div>
      <Radix.Close
        aria-label={t`Dismiss`}
        className="-my-1.5 grid size-11 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
