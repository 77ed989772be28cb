import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Globe } from "lucide-react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import type { NetworkStatsOutput } from "#schemas/network-stats.ts";
import { LedgerChart } from "./ledger-chart.tsx";
import { averageCloseSeconds, formatLarge, formatSeconds, nodeWords } from "./network-rules.ts";
import { useNetworkStats } from "./use-network-stats.ts";

const SHOWN_LEDGERS = 8;

/** The state of the Stellar network, and of the server's link to it. */
export function NetworkScreen() {
  const { value, hasFailed } = useNetworkStats();
  const isAway = !useOnline() || hasFailed;
  return (
    <Page
      title={t`Stellar network`}
      description={t`The ledger that your account lives on, as our server sees it.`}
      actions={
        <Button asChild variant="link" size="inline">
          <Link to="/stellar">
            <Trans>What Stellar is</Trans>
          </Link>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {value !== null && isAway ? (
          <Notice tone="warn">
            <Trans>
              The network cannot be asked at the moment. This is what was seen <TimeAgo at={value.readAt} />.
            </Trans>
          </Notice>
        ) : null}
        {value === null && isAway ? (
          <Card>
            <EmptyState icon={<Globe />} title={t`The network has not been seen from this device yet`}>
              <Trans>It appears here once there is a connection to the server and from there to the network.</Trans>
            </EmptyState>
          </Card>
        ) : null}
        {value !== null ? <Stats stats={value} /> : isAway ? null : <Skeleton className="h-48" />}
      </div>
    </Page>
  );
}

function Stats({ stats }: { readonly stats: NetworkStatsOutput }) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <NewestLedger stats={stats} />
        <CloseTimes stats={stats} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Operations stats={stats} />
        <FeesCard stats={stats} />
      </div>
      <Ledgers stats={stats} />
      <LinkCard stats={stats} />
    </>
  );
}

function NewestLedger({ stats }: { readonly stats: NetworkStatsOutput }) {
  const newest = stats.ledgers.at(-1);
  if (!newest) return null;
  return (
    <Card aria-labelledby="network-newest">
      <CardHeader id="network-newest" title={t`Latest ledger`} />
      <p className="numeric text-3xl font-semibold">{count(newest.sequence)}</p>
      <p className="mt-1 mb-3 text-sm text-ink-2">
        <Trans>
          Closed <TimeAgo at={newest.closedAt} />
        </Trans>
      </p>
      <Facts
        facts={[
          { name: t`Protocol`, value: stats.protocol },
          { name: t`Network`, value: <span className="break-words">{stats.passphrase}</span> },
          { name: t`All XLM there are`, value: formatLarge(stats.totalXlm) },
          { name: t`Kept back for each entry`, value: `${trimmed(stats.baseReserve)} XLM` },
        ]}
      />
    </Card>
  );
}

function CloseTimes({ stats: { ledgers } }: { readonly stats: NetworkStatsOutput }) {
  const average = averageCloseSeconds(ledgers);
  const said = average === null ? "not known yet" : t`${formatSeconds(average)} on average`;
  return (
    <Card aria-labelledby="network-close">
      <CardHeader
        id="network-close"
        title={t`Close times`}
        description={t`How long each ledger took. A payment is final once its ledger has closed.`}
      />
      <p className="mb-3 text-sm font-medium">{said}</p>
      <LedgerChart
        label={t`Close times of the last ${ledgers.length} ledgers: ${said}`}
        ledgers={ledgers}
        valueOf={({ tookSeconds }) => tookSeconds}
        format={formatSeconds}
      />
    </Card>
  );
}

function Operations({ stats: { ledgers } }: { readonly stats: NetworkStatsOutput }) {
  const newest = ledgers.at(-1);
  const said = t`${count(newest?.operations ?? 0)} in the latest`;
  return (
    <Card aria-labelledby="network-operations">
      <CardHeader
        id="network-operations"
        title={t`Operations per ledger`}
        description={t`Payments, offers and everything else that went through.`}
      />
      <p className="mb-3 text-sm font-medium">{said}</p>
      <LedgerChart
        label={t`Operations in the last ${ledgers.length} ledgers: ${said}`}
        ledgers={ledgers}
        valueOf={({ operations }) => operations}
        format={count}
      />
    </Card>
  );
}

function FeesCard({ stats: { fees, baseFee } }: { readonly stats: NetworkStatsOutput }) {
  const hasFees = fees.transactions > 0;
  return (
    <Card aria-labelledby="network-fees">
      <CardHeader
        id="network-fees"
        title={t`Fees`}
        description={
          hasFees
            ? t`What one operation was paid, in stroops (ten millionths of an XLM), in the last ${fees.ledgers} ledgers.`
            : t`No transaction was paid for in the last ledgers.`
        }
      />
      <Facts
        facts={[
          { name: t`The network asks at least`, value: stroops(baseFee) },
          ...(hasFees
            ? [
                { name: t`Half paid up to`, value: stroops(fees.p50) },
                { name: "9 of 10 paid up to", value: stroops(fees.p90) },
                { name: "99 of 100 paid up to", value: stroops(fees.p99) },
                { name: t`The highest`, value: stroops(fees.max) },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function Ledgers({ stats: { ledgers } }: { readonly stats: NetworkStatsOutput }) {
  return (
    <Card aria-labelledby="network-ledgers">
      <CardHeader id="network-ledgers" title={t`Last ledgers`} />
      <Table caption={t`The last ledgers`}>
        <thead>
          <tr>
            <HeadCell>
              <Trans>Ledger</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Closed</Trans>
            </HeadCell>
            <HeadCell numeric>
              <Trans>Took</Trans>
            </HeadCell>
            <HeadCell numeric>
              <Trans>Operations</Trans>
            </HeadCell>
            <HeadCell numeric>
              <Trans>Failed</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {ledgers
            .slice(-SHOWN_LEDGERS)
            .toReversed()
            .map((ledger) => (
              <tr key={ledger.sequence}>
                <Cell className="numeric">{count(ledger.sequence)}</Cell>
                <Cell>
                  <TimeAgo at={ledger.closedAt} className="whitespace-nowrap" />
                </Cell>
                <Cell numeric>{ledger.tookSeconds === null ? "–" : formatSeconds(ledger.tookSeconds)}</Cell>
                <Cell numeric>{count(ledger.operations)}</Cell>
                <Cell numeric>{count(ledger.failedTransactions)}</Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </Card>
  );
}

function LinkCard({ stats: { nodes, ingestedLedger, ledgers } }: { readonly stats: NetworkStatsOutput }) {
  const behind = Math.max(0, (ledgers.at(-1)?.sequence ?? 0) - ingestedLedger);
  return (
    <Card aria-labelledby="network-link">
      <CardHeader
        id="network-link"
        title={t`Our link to the network`}
        description={t`Where one node falls behind or silent, the next is asked.`}
      />
      <Facts
        facts={[
          ...nodes.map((node) => ({ name: node.name, value: nodeWords(node) })),
          {
            name: t`Our books`,
            value: behind <= 1 ? t`Up to date with the latest ledger` : t`${count(behind)} ledgers behind`,
          },
        ]}
      />
    </Card>
  );
}

function count(value: number): string {
  return formatCount(value);
}

function stroops(text: string): string {
  return formatCount(BigInt(text));
}

function trimmed(amount: string): string {
  return amount.replace(/\.?0+$/, "");
}
