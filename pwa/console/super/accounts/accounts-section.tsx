import { t } from "@lingui/core/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { ExportSheet } from "#pwa/console/desk/export-sheet.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { ACCOUNT_PARTS, type AccountPart, AccountsQuery } from "#schemas/accounting.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";

/** What an accountant asks for, each as a file of a period. */
export function AccountsSection() {
  const may = useMay();
  const isOnline = useOnline();
  const [part, setPart] = useState<AccountPart | null>(null);
  return (
    <Card className="max-w-3xl" aria-labelledby="accounts">
      <CardHeader
        id="accounts"
        title={t`Files of a period`}
        description={t`Comma-separated values, by UTC days. Worth is in USD by the price of the day, and empty where none is known.`}
      />
      <List>
        {ACCOUNT_PARTS.map((each) => (
          <li key={each}>
            <ListRow
              title={partWords(each)}
              detail={detailWords(each)}
              trail={
                may(SERVICE_CONSOLE_ENDPOINTS.exportAccounts) ? (
                  <Button
                    variant="secondary"
                    size="sm"
                    disabled={!isOnline}
                    aria-label={saveLabel(partWords(each))}
                    onClick={() => setPart(each)}
                  >
                    <Download aria-hidden="true" className="size-4" />
                    {t({ message: "Export", context: "button" })}
                  </Button>
                ) : undefined
              }
            />
          </li>
        ))}
      </List>
      {part === null ? null : <PeriodSheet part={part} onClose={() => setPart(null)} />}
    </Card>
  );
}

function saveLabel(name: string): string {
  return t({ message: `Export: ${name}`, context: "button" });
}

function partWords(part: AccountPart): string {
  switch (part) {
    case "movements":
      return t`Movements`;
    case "fees":
      return t`Fees earned`;
    case "deposits":
      return t`Deposits`;
    case "assets":
      return t`Sums by asset`;
  }
}

function detailWords(part: AccountPart): string {
  switch (part) {
    case "movements":
      return t`Everything that moved on people’s accounts, with its worth`;
    case "fees":
      return t`What people paid to the operator`;
    case "deposits":
      return t`Those that were declared in the period, with their decision`;
    case "assets":
      return t`What came in, went out and was earned of each asset`;
  }
}

function PeriodSheet({ part, onClose }: { readonly part: AccountPart; readonly onClose: () => void }) {
  const [{ from, to }, setPeriod] = useState(lastMonth);
  return (
    <ExportSheet
      title={partWords(part)}
      description={detailWords(part)}
      endpoint={SERVICE_CONSOLE_ENDPOINTS.exportAccounts}
      query={{ part, from, to }}
      schema={AccountsQuery}
      fileName={`${part}-${from}-${to}`}
      isDated={false}
      onClose={onClose}
    >
      {(issues) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            type="date"
            name="from"
            label={t`First day`}
            value={from}
            error={issues["from"]}
            onChange={(event) => setPeriod({ from: event.target.value, to })}
          />
          <TextField
            type="date"
            name="to"
            label={t`Last day`}
            value={to}
            error={issues["to"]}
            onChange={(event) => setPeriod({ from, to: event.target.value })}
          />
        </div>
      )}
    </ExportSheet>
  );
}

/** The last month that is over. */
function lastMonth(): { readonly from: string; readonly to: string } {
  const now = new Date(nowMs());
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) };
}
