import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Navigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { CloudOff, ShieldAlert } from "lucide-react";
import { decideAdminGuard, decideUserGuard, placeFor } from "#pwa/parts/session/guard-decisions.ts";
import { signedOutNote, signedOutWords } from "#pwa/parts/session/signed-out-note.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { LoadingPage } from "./loading-page.tsx";

/** Long enough to read why, before the hard redirect. */
const READING_MS = 1500;

/** Shows its content to a signed-in user only; others are sent to /auth. */
export function UserGuarded({ children }: { readonly children: ReactNode }) {
  const decision = decideUserGuard(useSession());
  if (decision === "wait") return <LoadingPage />;
  if (decision === "sign-in") return <Navigate to="/auth" replace />;
  return children;
}

/** Shows its content to an admin only; others are told why and sent to /admin. */
export function AdminGuarded({ children }: { readonly children: ReactNode }) {
  const decision = decideAdminGuard(useSession());
  if (decision === "wait") return <LoadingPage />;
  if (decision === "show") return children;
  if (decision === "offline") {
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState icon={<CloudOff />} title={t`Administration needs a connection`}>
          <Trans>
            The server has to confirm who you are before these screens open. They return as soon as it can be reached.
          </Trans>
        </EmptyState>
      </main>
    );
  }
  if (decision === "admin-required") return <Refused reason={t`Admin privileges required`} />;
  // Whoever was signed out here, as by another operator, is told why.
  const note = signedOutNote.read();
  return <Refused reason={note === null ? t`Authentication required` : signedOutWords(note)} />;
}

/** Sends a signed-in person who opens a sign-in page to where they go on, by a full page load. */
export function GuestOnly({
  children,
  whileLoading,
}: {
  readonly children: ReactNode;
  readonly whileLoading: "show" | "wait";
}) {
  const { user, isLoading, isConfirmed, isLeaving } = useSession();
  const isLeavingFor = user !== null && !isLeaving ? placeFor(user, location.search) : null;
  useEffect(() => {
    if (isLeavingFor !== null) location.replace(isLeavingFor);
  }, [isLeavingFor]);
  if (isLeavingFor !== null) return <LoadingPage />;
  return isLoading && !isConfirmed && whileLoading === "wait" ? <LoadingPage /> : children;
}

function Refused({ reason }: { readonly reason: string }) {
  useEffect(() => {
    const timer = setTimeout(() => location.assign("/admin"), READING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={<ShieldAlert />}
        title={<span role="alert">{reason}</span>}
        action={
          <Button onClick={() => location.assign("/admin")}>
            <Trans>Go to Admin Login</Trans>
          </Button>
        }
      />
    </main>
  );
}
