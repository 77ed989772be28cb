import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { useOwnRoles } from "./desk/may.ts";

/** Where operators need a second factor, whoever has none is led to setting one up, and shown nothing else. */
export function FactorFirst({ children }: { readonly children: ReactNode }) {
  const { value, again } = useOwnRoles();
  const isMissing = value?.needsSecondFactor ?? false;
  // Whoever comes back with one is not told the former answer for long.
  useEffect(() => {
    if (isMissing) again();
  }, [isMissing, again]);
  if (!isMissing) return children;
  return (
    <div className="p-6">
      <EmptyState
        icon={<ShieldAlert />}
        title={t`Set up a second factor first`}
        action={
          <Button asChild>
            <Link to="/user-settings" hash="two-factor">
              <Trans>Set up a second factor</Trans>
            </Link>
          </Button>
        }
      >
        <Trans>
          Operators of this service sign in with a code besides their password. Until you have set one up, nothing here
          is open to you.
        </Trans>
      </EmptyState>
    </div>
  );
}
