import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useContext } from "react";
import { UserDatabaseContext } from "#pwa/platform/db/user-database-context.ts";
import { askToPersist } from "#pwa/parts/device/storage-facts.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import type { Fix } from "./check.ts";

const LINKS = {
  receive: {
    to: "/receive",
    get label() {
      return t`Receive XLM`;
    },
  },
  assets: {
    to: "/assets",
    get label() {
      return t`Open your assets`;
    },
  },
  payments: {
    to: "/transactions",
    get label() {
      return t`Open your transactions`;
    },
  },
  screenshot: {
    to: "/screenshot-diagnostic",
    get label() {
      return t`Show it to support`;
    },
  },
} as const;

interface FixButtonProps {
  readonly fix: Fix;
  readonly onRebuild: () => void;
  /** What was wrong may be right now. */
  readonly onFixed: () => void;
}

/** Does what helps where a check did not pass. */
export function FixButton({ fix, onRebuild, onFixed }: FixButtonProps) {
  const { resync } = useContext(UserDatabaseContext);
  switch (fix) {
    case "rebuild":
      return (
        <Act onClick={onRebuild}>
          <Trans>Fetch everything anew</Trans>
        </Act>
      );
    case "sync":
      return (
        <Act
          onClick={() => {
            resync?.();
            onFixed();
          }}
        >
          <Trans>Try to sync now</Trans>
        </Act>
      );
    case "protect":
      return (
        <Act onClick={() => void protect(onFixed)}>
          <Trans>Ask the browser to protect it</Trans>
        </Act>
      );
    case "update":
      return (
        <Act onClick={() => void update()}>
          <Trans>Update now</Trans>
        </Act>
      );
    default:
      return (
        <Button asChild variant="secondary" size="sm" className="mt-2">
          <Link to={LINKS[fix].to}>{LINKS[fix].label}</Link>
        </Button>
      );
  }
}

function Act({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <Button variant="secondary" size="sm" className="mt-2" onClick={onClick}>
      {children}
    </Button>
  );
}

async function protect(onFixed: () => void): Promise<void> {
  if (await askToPersist()) return onFixed();
  showToast({
    title: t`The browser did not agree`,
    description: t`Browsers often do once the app is installed or used for a while. Nothing else changes.`,
  });
}

/** Lets a waiting version take over; the page opens in it. */
async function update(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  registration.waiting.postMessage({ type: "SKIP_WAITING" });
}
