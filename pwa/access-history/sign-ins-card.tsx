import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { History } from "lucide-react";
import { useState } from "react";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { SessionsOutput } from "#schemas/auth.ts";
import { describeDevice } from "#schemas/describe-device.ts";
import { signInOf } from "./current-sign-in.ts";
import { DeviceIcon } from "./device-icon.tsx";
import { deviceWords } from "#pwa/parts/device/device-words.ts";

const PAGE = 25;

interface SignInsCardProps {
  /** This device's session, where the server told of it. */
  readonly current: SessionsOutput["sessions"][number] | null;
}

/** Every sign-in, newest first; replicated, so it is there without a connection. */
export function SignInsCard({ current }: SignInsCardProps) {
  const [limit, setLimit] = useState(PAGE);
  // One more than is shown tells whether there are more.
  const { rows, isLoading } = useRows("access_history", { sort: [{ timestamp: "desc" }], limit: limit + 1 });
  const currentUid = current === null ? null : (signInOf(current, rows)?.uid ?? null);
  return (
    <Card aria-labelledby="sign-ins">
      <CardHeader
        id="sign-ins"
        title={t`Sign-ins`}
        description={t`If one is not yours, end its session and change your password.`}
      />
      {isLoading ? (
        <Skeleton className="h-40 w-full" />
      ) : rows.length === 0 ? (
        <EmptyState icon={<History />} title={t`Nothing on this device yet`}>
          <Trans>Your sign-ins appear with the first sync.</Trans>
        </EmptyState>
      ) : (
        <>
          <List aria-label={t`Sign-ins`} className="-mt-2">
            {rows.slice(0, limit).map((row) => (
              <li key={row.uid}>
                <SignInRow row={row} isCurrent={row.uid === currentUid} />
              </li>
            ))}
          </List>
          {rows.length > limit ? (
            <Button className="mt-3" variant="secondary" onClick={() => setLimit(limit + PAGE)}>
              <Trans>Show older ones</Trans>
            </Button>
          ) : null}
        </>
      )}
    </Card>
  );
}

interface SignInRowProps {
  readonly row: LocalRow<"access_history">;
  readonly isCurrent: boolean;
}

function SignInRow({ row: { timestamp, ipAddress, userAgent }, isCurrent }: SignInRowProps) {
  const device = describeDevice(userAgent);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <DeviceIcon device={device} />
      <div className="min-w-0 grow basis-28">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-medium">
          <span className="min-w-0 break-words">{deviceWords(device)}</span>
          {isCurrent ? (
            <Badge tone="accent">
              <Trans>This session</Trans>
            </Badge>
          ) : null}
        </p>
        <p className="text-sm text-ink-3">
          <Trans>
            {{ date: formatDate(Date.parse(timestamp), { withTime: true }) }}, from{" "}
            <span className="inline-block max-w-full break-all">{ipAddress}</span>
          </Trans>
        </p>
      </div>
      <TimeAgo at={timestamp} className="shrink-0 text-sm text-ink-2" />
    </div>
  );
}
