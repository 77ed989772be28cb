import { plural, t } from "@lingui/core/macro";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount, formatDay } from "#pwa/ui/format.ts";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import type { AssetSum, OverviewDay, OverviewOutput } from "#schemas/overview.ts";

/** People, volume and fees by day, today first. */
export function DaysCard({ days: { users, days } }: { readonly days: OverviewOutput["days"] }) {
  const shown = formatCount(users);
  return (
    <Card>
      <CardHeader
        title={t`By day`}
        description={plural(users, {
          one: `${shown} account was opened so far. Days are those of UTC; volume is what people paid to others or gave in exchanges.`,
          other: `${shown} accounts were opened so far. Days are those of UTC; volume is what people paid to others or gave in exchanges.`,
        })}
      />
      <Table caption={t`People, volume and fees by day`}>
        <thead>
          <tr>
            <HeadCell>{t`Day`}</HeadCell>
            <HeadCell numeric>{t`New people`}</HeadCell>
            <HeadCell numeric>{t`Volume`}</HeadCell>
            <HeadCell numeric>{t`Fees`}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <DayLine key={day.day} day={day} />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function DayLine({ day: { day, newUsers, volume, fees } }: { readonly day: OverviewDay }) {
  return (
    <tr>
      {/* At noon of wherever this is shown: the day of UTC, not what that was here. */}
      <Cell className="whitespace-nowrap">{formatDay(new Date(`${day}T12:00:00`).getTime())}</Cell>
      <Cell numeric>{formatCount(newUsers)}</Cell>
      <Cell numeric>
        <Sums sums={volume} />
      </Cell>
      <Cell numeric>
        <Sums sums={fees} />
      </Cell>
    </tr>
  );
}

function Sums({ sums }: { readonly sums: readonly AssetSum[] }) {
  if (sums.length === 0) return <span className="text-ink-3">0</span>;
  return (
    <ul className="flex flex-col items-end gap-0.5">
      {sums.map(({ assetCode, issuer, amount }) => (
        <li key={`${assetCode}-${issuer}`}>
          <Amount value={amount} assetCode={assetCode} />
        </li>
      ))}
    </ul>
  );
}
