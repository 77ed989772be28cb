import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Direction } from "radix-ui";
import { useEffect, useState } from "react";
import { UpdatePrompt } from "#pwa/install/update-prompt.tsx";
import { LockGate } from "#pwa/lock/lock-gate.tsx";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { Toaster } from "#pwa/parts/toasts/toaster.tsx";
import { ClockContext } from "#pwa/ui/now.ts";
import { directionOf } from "#schemas/values/languages.ts";
import { forgetDevice } from "#pwa/parts/session/forget-device.ts";
import { SessionProvider } from "#pwa/parts/session/session.tsx";
import { ApplicationErrorBoundary } from "./error-fallbacks.tsx";
import { focusHeadings } from "./focus-heading.ts";
import { forgetUnsent } from "./forget-unsent.ts";
import { followLanguage } from "./language-links.ts";
import { createQueryClient } from "./query-client.ts";
import type { AppRouter } from "./router.tsx";

/** The whole app with everything that its screens take from around them. */
export function App({ router }: { readonly router: AppRouter }) {
  const [queries] = useState(createQueryClient);
  const language = useLanguage();
  useEffect(() => focusHeadings(router), [router]);
  useEffect(forgetUnsent, []);
  useEffect(() => followLanguage(router, language), [router, language]);
  return (
    <I18nProvider i18n={i18n}>
      <ApplicationErrorBoundary>
        <QueryClientProvider client={queries}>
          <ClockContext value={nowMs}>
            <LockGate onForget={forgetDevice}>
              <Toaster>
                <SessionProvider>
                  {/* Anew in another language: much of what is shown was put into words when it was drawn. */}
                  <Direction.Provider dir={directionOf(language)}>
                    <RouterProvider key={language} router={router} />
                  </Direction.Provider>
                </SessionProvider>
              </Toaster>
            </LockGate>
            <UpdatePrompt />
          </ClockContext>
        </QueryClientProvider>
      </ApplicationErrorBoundary>
    </I18nProvider>
  );
}
