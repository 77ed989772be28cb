import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Toast, ToastRegion } from "#pwa/ui/toast.tsx";
import { dismissToast, toastAtom } from "./toasts.ts";

/** Holds the app and the one toast above it. */
export function Toaster({ children }: { readonly children: ReactNode }) {
  const toast = useAtomValue(toastAtom);
  return (
    <ToastRegion>
      {children}
      {toast === null ? null : (
        <Toast
          key={toast.id}
          toast={toast}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
        />
      )}
    </ToastRegion>
  );
}
