import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Scale } from "lucide-react";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import type { ReconciliationOutput } from "#schemas/reconciliation.ts";
import { AcceptSheet } from "./accept-sheet.tsx";
import { assetWords, differenceWords } from "./books-words.ts";

/** What the database says that everybody has beside what the ledger says. It is looked up when somebody asks: that takes a while. */
export function BooksTab() {
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
      <AssetsTable books={books} />
      {books.differences.length === 0 ? (
        <Notice tone="success">{t`Every account has what the books say.`}</Notice>
      ) : (
        <DifferencesTable books={books} />
      )}
    </div>
  );
}

function AssetsTable({ books }: { readonly books: ReconciliationOutput }) {
  const may = useMay();
  const [accepting, setAccepting] = useState<string | null>(null);
  return (
    <Card>
      <CardHeader title={t`By asset`} />
      <Table caption={t`What the books and the ledger say of each asset`}>
        <thead>
          <tr>
            <HeadCell>{t`Asset`}</HeadCell>
            <HeadCell numeric>{t`In the books`}</HeadCell>
            <HeadCell numeric>{t`In the ledger`}</HeadCell>
            <HeadCell numeric>{t`Owed and not paid yet`}</HeadCell>
            <HeadCell>{t({ message: "State", context: "how something stands" })}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {books.assets.map((records) => (
            <tr key={records.asset}>
              <Cell title={records.asset}>
                <bdi dir="ltr">{assetWords(records.asset)}</bdi>
              </Cell>
              {[records.database, records.ledger, records.owed].map((amount, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- three columns, always in this order.
                <Cell key={index} numeric>
                  <Amount value={amount} className="flex-nowrap!" />
                </Cell>
              ))}
              <Cell>
                <span className="inline-flex flex-wrap items-center gap-2">
                  <AssetState records={records} />
                  {records.isHalted && may(RECONCILIATION_ENDPOINTS.acceptDifference) ? (
                    <Button variant="secondary" size="sm" onClick={() => setAccepting(records.asset)}>
                      <Trans>Accept the difference</Trans>
                    </Button>
                  ) : null}
                </span>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {accepting === null ? null : <AcceptSheet asset={accepting} onClose={() => setAccepting(null)} />}
    </Card>
  );
}

function AssetState({
  records: { differences, isHalted },
}: {
  readonly records: ReconciliationOutput["assets"][number];
}) {
  const count = formatCount(differences);
  return (
    <>
      {differences === 0 ? (
        <Badge tone="up">{t({ message: "Agree", context: "the books and the ledger" })}</Badge>
      ) : (
        <Badge tone="down">{plural(differences, { one: `${count} difference`, other: `${count} differences` })}</Badge>
      )}
      {isHalted ? <Badge tone="warn">{t({ message: "Payments halted", context: "of an asset" })}</Badge> : null}
    </>
  );
}

function DifferencesTable({ books }: { readonly books: ReconciliationOutput }) {
  return (
    <Card>
      <CardHeader title={t`Differences`} description={t`The first hundred.`} />
      <Table caption={t`Differences between the books and the ledger`}>
        <thead>
          <tr>
            <HeadCell>{t`Account`}</HeadCell>
            <HeadCell>{t`Asset`}</HeadCell>
            <HeadCell>{t`What differs`}</HeadCell>
            <HeadCell numeric>{t`In the books`}</HeadCell>
            <HeadCell numeric>{t`In the ledger`}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {books.differences.map(({ address, asset, what, database, ledger }) => (
            <tr key={`${address} ${asset} ${what}`}>
              <Cell>{address === "" ? "–" : <Address address={address} />}</Cell>
              <Cell title={asset}>
                <bdi dir="ltr">{assetWords(asset)}</bdi>
              </Cell>
              <Cell>{differenceWords(what)}</Cell>
              <Cell numeric>{database}</Cell>
              <Cell numeric>{ledger}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
