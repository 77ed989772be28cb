import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { AT_DESK } from "#pwa/console/desk/at-desk.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import type { ReconciliationOutput } from "#schemas/reconciliation.ts";
import { AcceptSheet } from "./accept-sheet.tsx";
import { assetWords, differenceWords } from "./books-words.ts";

interface BooksProps {
  readonly books: ReconciliationOutput;
}

/** What is told of something, name by name. */
interface Told {
  readonly name: string;
  readonly value: ReactNode;
  readonly isNumeric?: boolean;
}

interface RecordsProps {
  readonly caption: string;
  /** Each with the same names. */
  readonly rows: readonly { readonly key: string; readonly told: readonly Told[] }[];
}

/** A table at a desk, and one under the other on a phone. */
function Records({ caption, rows }: RecordsProps) {
  const isDesk = useMedia(AT_DESK);
  if (!isDesk)
    return (
      <ul aria-label={caption} className="flex flex-col gap-4 divide-y divide-line">
        {rows.map(({ key, told }) => (
          <li key={key}>
            <Facts facts={told} />
          </li>
        ))}
      </ul>
    );
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          {rows[0]?.told.map(({ name, isNumeric = false }) => (
            <HeadCell key={name} numeric={isNumeric}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, told }) => (
          <tr key={key}>
            {told.map(({ name, value, isNumeric = false }) => (
              <Cell key={name} numeric={isNumeric}>
                {value}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Of each asset what the books say, what the ledger says, and what is promised. */
export function AssetRecords({ books }: BooksProps) {
  const [accepting, setAccepting] = useState<string | null>(null);
  return (
    <Card>
      <CardHeader title={t`By asset`} />
      <Records
        caption={t`What the books and the ledger say of each asset`}
        rows={books.assets.map((records) => ({
          key: records.asset,
          told: [
            { name: t`Asset`, value: <AssetName asset={records.asset} /> },
            { name: t`In the books`, value: <Amount value={records.database} />, isNumeric: true },
            { name: t`In the ledger`, value: <Amount value={records.ledger} />, isNumeric: true },
            { name: t`Owed and not paid yet`, value: <Amount value={records.owed} />, isNumeric: true },
            {
              name: t({ message: "State", context: "how something stands" }),
              value: <AssetState records={records} onAccept={() => setAccepting(records.asset)} />,
            },
          ],
        }))}
      />
      {accepting === null ? null : <AcceptSheet asset={accepting} onClose={() => setAccepting(null)} />}
    </Card>
  );
}

/** Account by account. */
export function Differences({ books }: BooksProps) {
  return (
    <Card>
      <CardHeader title={t`Differences`} description={t`The first hundred.`} />
      <Records
        caption={t`Differences between the books and the ledger`}
        rows={books.differences.map(({ address, asset, what, database, ledger }) => ({
          key: `${address} ${asset} ${what}`,
          told: [
            { name: t`Account`, value: address === "" ? "–" : <Address address={address} /> },
            { name: t`Asset`, value: <AssetName asset={asset} /> },
            { name: t`What differs`, value: differenceWords(what) },
            { name: t`In the books`, value: database, isNumeric: true },
            { name: t`In the ledger`, value: ledger, isNumeric: true },
          ],
        }))}
      />
    </Card>
  );
}

function AssetName({ asset }: { readonly asset: string }) {
  return (
    <bdi dir="ltr" title={asset}>
      {assetWords(asset)}
    </bdi>
  );
}

interface AssetStateProps {
  readonly records: ReconciliationOutput["assets"][number];
  readonly onAccept: () => void;
}

function AssetState({ records: { differences, isHalted }, onAccept }: AssetStateProps) {
  const may = useMay();
  const count = formatCount(differences);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {differences === 0 ? (
        <Badge tone="up">{t({ message: "Agree", context: "the books and the ledger" })}</Badge>
      ) : (
        <Badge tone="down">{plural(differences, { one: `${count} difference`, other: `${count} differences` })}</Badge>
      )}
      {isHalted ? <Badge tone="warn">{t({ message: "Payments halted", context: "of an asset" })}</Badge> : null}
      {isHalted && may(RECONCILIATION_ENDPOINTS.acceptDifference) ? (
        <Button variant="secondary" size="sm" onClick={onAccept}>
          <Trans>Accept the difference</Trans>
        </Button>
      ) : null}
    </span>
  );
}
