import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { later } from "#pwa/ui/later.tsx";
import { dismissToast, toastAtom } from "./toasts.ts";

const loadRegion = async () => (await import("#pwa/ui/toast.tsx")).ToastRegion;
const ToastRegion = later(() =>
  loadRegion().catch((error: unknown) => {
    // A notification that cannot be drawn takes nothing else with it.
    logProblem("Notifications could not be loaded", error);
    return () => null;
  }),
);

/** Holds the app and the one toast above it. */
export function Toaster({ children }: { readonly children: ReactNode }) {
  const toast = useAtomValue(toastAtom);
  return (
    <>
      {children}
      {toast === null ? null : (
        <ToastRegion
          key={toast.id}
          toast={toast}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
        />
      )}
    </>
  );
}
