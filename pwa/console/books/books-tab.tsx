import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Scale } from "lucide-react";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { IssuesCard } from "#pwa/console/desk/issues-card.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import type { ReconciliationOutput } from "#schemas/reconciliation.ts";
import { AssetRecords, Differences } from "./records.tsx";

/** What the database says that everybody has beside what the ledger says. It is looked up when somebody asks: that takes a while. */
export function BooksTab() {
  return (
    <div className="flex flex-col gap-6">
      <IssuesCard only="reconciliation" />
      <Comparison />
    </div>
  );
}

function Comparison() {
  const [isWanted, setWanted] = useState(false);
  const asked = useAsk(RECONCILIATION_ENDPOINTS.reconcile, {}, { isOn: isWanted, isCostly: true });
  const isOnline = useOnline();
  if (!isWanted && asked.value === null)
    return (
      <EmptyState
        icon={<Scale />}
        title={t`Compare the books with the ledger`}
        action={
          <Button disabled={!isOnline} onClick={() => setWanted(true)}>
            <Trans>Compare now</Trans>
          </Button>
        }
      >
        {t`The server does this by itself every few minutes, and halts an asset that differs. Here you see it for every asset and account.`}
      </EmptyState>
    );
  return (
    <AskedState asked={asked}>
      {asked.value === null ? null : (
        <Compared books={asked.value} atMs={asked.atMs} isAsking={asked.isAsking} again={asked.again} />
      )}
    </AskedState>
  );
}

interface ComparedProps {
  readonly books: ReconciliationOutput;
  readonly atMs: number;
  readonly isAsking: boolean;
  readonly again: () => void;
}

function Compared({ books, atMs, isAsking, again }: ComparedProps) {
  const isOnline = useOnline();
  const [accounts, skipped] = [formatCount(books.accounts), formatCount(books.skipped)];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm text-ink-2">
          {plural(books.accounts, {
            one: `${accounts} account was compared`,
            other: `${accounts} accounts were compared`,
          })}
          {" · "}
          <TimeAgo at={atMs} />
        </p>
        <Button variant="secondary" size="sm" loading={isAsking} disabled={!isOnline} onClick={again}>
          <Trans>Compare again</Trans>
        </Button>
      </div>
      {books.skipped === 0 ? null : (
        <Notice tone="warn">
          {plural(books.skipped, {
            one: `${skipped} account changed every time it was looked at; compare again.`,
            other: `${skipped} accounts changed every time they were looked at; compare again.`,
          })}
        </Notice>
      )}
      <AssetRecords books={books} />
      {books.differences.length === 0 ? (
        <Notice tone="success">{t`Every account has what the books say.`}</Notice>
      ) : (
        <Differences books={books} />
      )}
    </div>
  );
}
