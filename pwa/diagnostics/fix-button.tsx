import { Link } from "@tanstack/react-router";
import { useContext } from "react";
import { UserDatabaseContext } from "#pwa/platform/db/user-database-context.ts";
import { askToPersist } from "#pwa/parts/device/storage-facts.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import type { Fix } from "./check.ts";

const LINKS = {
  receive: { to: "/receive", label: "Receive XLM" },
  assets: { to: "/assets", label: "Open your assets" },
  payments: { to: "/transactions", label: "Open your transactions" },
  screenshot: { to: "/screenshot-diagnostic", label: "Show it to support" },
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
      return <Act onClick={onRebuild}>Fetch everything anew</Act>;
    case "sync":
      return (
        <Act
          onClick={() => {
            resync?.();
            onFixed();
          }}
        >
          Try to sync now
        </Act>
      );
    case "protect":
      return <Act onClick={() => void protect(onFixed)}>Ask the browser to protect it</Act>;
    case "update":
      return <Act onClick={() => void update()}>Update now</Act>;
    default:
      return (
        <Button asChild variant="secondary" size="sm" className="mt-2">
          <Link to={LINKS[fix].to}>{LINKS[fix].label}</Link>
        </Button>
      );
  }
}

function Act({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Button variant="secondary" size="sm" className="mt-2" onClick={onClick}>
      {children}
    </Button>
  );
}

async function protect(onFixed: () => void): Promise<void> {
  if (await askToPersist()) return onFixed();
  showToast({
    title: "The browser did not agree",
    description: "Browsers often do once the app is installed or used for a while. Nothing else changes.",
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
