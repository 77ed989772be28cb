import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { UpdatePrompt } from "#pwa/install/update-prompt.tsx";
import { LockGate } from "#pwa/lock/lock-gate.tsx";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { Toaster } from "#pwa/parts/toasts/toaster.tsx";
import { ClockContext } from "#pwa/ui/now.ts";
import { forgetDevice } from "#pwa/parts/session/forget-device.ts";
import { SessionProvider, useSession } from "#pwa/parts/session/session.tsx";
import { sendTheme, themeAtom } from "#pwa/parts/theme/theme.ts";
import { ApplicationErrorBoundary } from "./error-fallbacks.tsx";
import { focusHeadings } from "./focus-heading.ts";
import { createQueryClient } from "./query-client.ts";
import type { AppRouter } from "./router.tsx";

/** The whole app with everything that its screens take from around them. */
export function App({ router }: { readonly router: AppRouter }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => focusHeadings(router), [router]);
  return (
    <ApplicationErrorBoundary>
      <QueryClientProvider client={queries}>
        <ClockContext value={nowMs}>
          <LockGate onForget={forgetDevice}>
            <Toaster>
              <SessionProvider>
                <ThemeReporter>
                  <RouterProvider router={router} />
                </ThemeReporter>
              </SessionProvider>
            </Toaster>
          </LockGate>
          <UpdatePrompt />
        </ClockContext>
      </QueryClientProvider>
    </ApplicationErrorBoundary>
  );
}

/** Keeps the server told of the signed-in person's theme. */
function ThemeReporter({ children }: { readonly children: ReactNode }) {
  const theme = useAtomValue(themeAtom);
  const { user, isConfirmed } = useSession();
  const isKnownToServer = user !== null && isConfirmed;
  useEffect(() => {
    if (isKnownToServer) void sendTheme(theme);
  }, [theme, isKnownToServer]);
  return children;
}
