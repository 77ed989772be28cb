import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { ToldError } from "#pwa/ui/told-error.tsx";
import type { Asked } from "./ask.ts";

const SLOW_MS = 4000;

/** What was asked for, once it is there; before that what is about to be, and why it is not. */
export function AskedState({ asked, children }: { readonly asked: Asked<unknown>; readonly children: ReactNode }) {
  const { value, error, atMs, isAsking, again } = asked;
  const isOnline = useOnline();
  if (value === null) {
    if (error === null || isAsking) return <Waiting />;
    return (
      <EmptyState
        icon={<CloudOff />}
        title={t`This could not be read`}
        action={
          <Button variant="secondary" disabled={!isOnline} onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <ToldError sentence={failureOf(error, []).notice ?? ""} />
      </EmptyState>
    );
  }
  return (
    <>
      {error === null ? null : (
        <div className="mb-3">
          <Notice tone="warn">
            <Trans>
              The server did not answer; what you see is from <TimeAgo at={atMs} />.
            </Trans>
          </Notice>
        </div>
      )}
      {children}
    </>
  );
}

function Waiting() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t`Asking the server`} className="flex flex-col gap-2">
      {isSlow ? (
        <p className="text-sm text-ink-3">
          <Trans>The server takes long to answer. It is still being asked.</Trans>
        </p>
      ) : null}
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="h-10 w-full" />
      ))}
    </div>
  );
}
