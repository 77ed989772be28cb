import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { SessionsOutput } from "#schemas/auth.ts";
import { SESSIONS_ENDPOINTS } from "#schemas/endpoints/sessions.ts";
import { DeviceIcon } from "./device-icon.tsx";
import { deviceWords } from "#pwa/parts/device/device-words.ts";

type OpenSession = SessionsOutput["sessions"][number];

/** Where the person is signed in at the moment, and the ways to end that. */
export function SessionsCard({ sessions }: { readonly sessions: Answer<SessionsOutput> }) {
  const [ending, setEnding] = useState<OpenSession | "others" | null>(null);
  const all = sessions.value?.sessions ?? null;
  const close = () => setEnding(null);
  return (
    <Card aria-labelledby="signed-in">
      <CardHeader
        id="signed-in"
        title={t`Signed in now`}
        description={t`End what you do not know, or no longer use.`}
      />
      {all === null ? (
        sessions.isLoading ? (
          <Skeleton className="h-28 w-full" />
        ) : (
          <p className="text-sm text-ink-2">
            <Trans>This has not reached this device yet. It appears with a connection.</Trans>
          </p>
        )
      ) : (
        <>
          <List aria-label={t`Where you are signed in`} className="-mt-2">
            {[...all].sort(currentFirst).map((session) => (
              <li key={session.id}>
                <SessionRow session={session} canChange={sessions.canChange} onEnd={() => setEnding(session)} />
              </li>
            ))}
          </List>
          {all.some(({ isCurrent }) => !isCurrent) ? (
            <Button
              className="mt-4"
              variant="secondary"
              disabled={!sessions.canChange}
              onClick={() => setEnding("others")}
            >
              <LogOut aria-hidden="true" className="size-4" />
              <Trans>End all others</Trans>
            </Button>
          ) : (
            <p className="mt-2 text-sm text-ink-3">
              <Trans>You are signed in nowhere else.</Trans>
            </p>
          )}
        </>
      )}
      {ending === null ? null : <EndSheet ending={ending} onEnded={sessions.put} onClose={close} />}
    </Card>
  );
}

function currentFirst(left: OpenSession, right: OpenSession): number {
  return Number(right.isCurrent) - Number(left.isCurrent);
}

interface SessionRowProps {
  readonly session: OpenSession;
  readonly canChange: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, canChange, onEnd }: SessionRowProps) {
  const { ipAddress, startedAt, isCurrent } = session;
  const device = deviceWords(session.device);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <DeviceIcon device={session.device} />
      <div className="min-w-0 grow basis-28">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-medium">
          <span className="min-w-0 break-words">{device}</span>
          {isCurrent ? (
            <Badge tone="accent">
              <Trans>This device</Trans>
            </Badge>
          ) : null}
        </p>
        <p className="text-sm text-ink-3">
          <Trans>
            Signed in <TimeAgo at={startedAt} />, from{" "}
            <span className="inline-block max-w-full break-all">{ipAddress}</span>
          </Trans>
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t`End the session on ${device}, from ${ipAddress}`}
          disabled={!canChange}
          onClick={onEnd}
        >
          <Trans context="a session, button">End</Trans>
        </Button>
      )}
    </div>
  );
}

interface EndSheetProps {
  readonly ending: OpenSession | "others";
  readonly onEnded: (sessions: SessionsOutput) => void;
  readonly onClose: () => void;
}

function EndSheet({ ending, onEnded, onClose }: EndSheetProps) {
  const action = useAction();
  const isAll = ending === "others";
  return (
    <FormSheet
      size="sm"
      tone="danger"
      title={isAll ? t`End all other sessions?` : t`End the session on ${{ device: deviceWords(ending.device) }}?`}
      description={
        isAll
          ? t`Every device but this one is signed out at once, or as soon as it has a connection.`
          : t`That device is signed out at once, or as soon as it has a connection.`
      }
      action={action}
      submit={isAll ? t`End all others` : t`End it`}
      submitting={t({ message: "Ending", context: "a session" })}
      dismiss={t({ message: "Keep", context: "a session" })}
      onClose={onClose}
      onSubmit={() =>
        action.run(async () => {
          onEnded(
            isAll
              ? await call(SESSIONS_ENDPOINTS.endOtherSessions, {})
              : await call(SESSIONS_ENDPOINTS.endSession, { params: { id: ending.id } }),
          );
          onClose();
          showToast({ title: isAll ? t`All other sessions ended` : t`Session ended` });
        })
      }
    >
      <Notice>
        <Trans>If a session is not yours, change your password as well.</Trans>
      </Notice>
    </FormSheet>
  );
}
