import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Wrench } from "lucide-react";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { IssueActInput, type MaintenanceWindow } from "#schemas/monitoring.ts";
import { WindowSheet } from "./window-sheet.tsx";

/** Times in which somebody works on the service, so that nobody is told of what is found meanwhile. */
export function WindowsPart() {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const asked = useAsk(MONITORING_ENDPOINTS.maintenanceWindows, {});
  const windows = asked.value?.windows ?? [];
  return (
    <Card className="max-w-4xl">
      <CardHeader
        title={t({ message: "Maintenance", context: "times in which somebody works on the service" })}
        description={t`While somebody works on the service, nobody is told of what its checks find. It is looked for and written down all the same.`}
        action={
          may(MONITORING_ENDPOINTS.addWindow) ? (
            <Button size="sm" variant="secondary" onClick={() => setAdding(true)}>
              {t`Announce maintenance`}
            </Button>
          ) : undefined
        }
      />
      <AskedState asked={asked}>
        {windows.length === 0 ? (
          <EmptyState icon={<Wrench />} title={t`No maintenance is announced`} />
        ) : (
          <List>
            {windows.map((window) => (
              <li key={window.id} className="py-3">
                <Window window={window} />
              </li>
            ))}
          </List>
        )}
      </AskedState>
      {isAdding ? <WindowSheet onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

function Window({ window }: { readonly window: MaintenanceWindow }) {
  const { id, checkIds, from, until, by, reason, endedAt } = window;
  const may = useMay();
  const nowMs = useNow();
  const [isEnding, setEnding] = useState(false);
  const isOver = endedAt !== null || Date.parse(until) <= nowMs;
  const [begins, ends] = [from, endedAt ?? until].map((at) => formatDate(Date.parse(at), { withTime: true }));
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t({ message: `${begins} to ${ends}`, context: "two moments" })}</span>
        <WindowState isOver={isOver} isOn={Date.parse(from) <= nowMs} />
      </p>
      <AsTyped className="text-ink-2">{reason}</AsTyped>
      <p className="flex flex-wrap gap-x-3 text-ink-3">
        <span className="min-w-0">
          <Trans context="who announced maintenance">
            By <Person id={by} />
          </Trans>
        </span>
        {checkIds.length === 0 ? (
          <span>{t({ message: "All checks", context: "that tell nobody meanwhile" })}</span>
        ) : (
          <bdi dir="ltr" className="font-mono text-xs leading-5">
            {checkIds.join(", ")}
          </bdi>
        )}
      </p>
      {isOver || !may(MONITORING_ENDPOINTS.endWindow) ? null : (
        <Button size="sm" variant="secondary" className="mt-1 self-start" onClick={() => setEnding(true)}>
          {t({ message: "End it now", context: "maintenance" })}
        </Button>
      )}
      {isEnding ? (
        <ReasonSheet
          title={t`End the maintenance`}
          description={t`Operators are told again of what is wrong from now on.`}
          submit={t({ message: "End it now", context: "maintenance" })}
          schema={IssueActInput}
          carryOut={(body) => call(MONITORING_ENDPOINTS.endWindow, { params: { id }, body })}
          done={t`The maintenance is over`}
          onClose={() => setEnding(false)}
        />
      ) : null}
    </div>
  );
}

function WindowState({ isOver, isOn }: { readonly isOver: boolean; readonly isOn: boolean }) {
  if (isOver) return <Badge>{t({ message: "Over", context: "maintenance" })}</Badge>;
  return isOn ? (
    <Badge tone="accent">{t({ message: "Under way", context: "maintenance" })}</Badge>
  ) : (
    <Badge>{t({ message: "To come", context: "maintenance" })}</Badge>
  );
}
