import { Trans } from "@lingui/react/macro";
import { Badge } from "#pwa/ui/badge.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";

export function OnOff({ isOn }: { readonly isOn: boolean }) {
  return isOn ? (
    <Badge tone="up">
      <Trans context="switched on">On</Trans>
    </Badge>
  ) : (
    <Badge>
      <Trans context="switched off">Off</Trans>
    </Badge>
  );
}

/** In place of what the server has not said yet, or never said to this device. */
export function NotKnown({ isLoading }: { readonly isLoading: boolean }) {
  if (isLoading) return <Skeleton className="h-11 w-full" />;
  return (
    <p className="text-sm text-ink-2">
      <Trans>This has not reached this device yet. It appears with a connection.</Trans>
    </p>
  );
}

/** What went wrong with a button of a card, above it. */
export function CardFailure({ notice }: { readonly notice: string | null }) {
  if (notice === null) return null;
  return (
    <div className="mb-3">
      <Notice tone="error">{notice}</Notice>
    </div>
  );
}
