import { Link } from "@tanstack/react-router";
import { ArrowDownLeft, ArrowUpRight, CircleCheck, Circle, Hourglass } from "lucide-react";
import { useMemo } from "react";
import { useSession } from "#pwa/app/session.tsx";
import { DataAge } from "#pwa/identity/data-age.tsx";
import { useDirectory } from "#pwa/identity/use-directory.ts";
import { useRow, useRows } from "#pwa/platform/db/use-rows.ts";
import { sortBalances } from "#pwa/send/payment.ts";
import { MovementItem } from "#pwa/transactions/movement-row.tsx";
import { useHistory } from "#pwa/transactions/use-history.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { checklistOf, type ChecklistItem } from "./checklist.ts";
import { totalOf, type Total } from "./total.ts";

const LATEST = 5;

export function DashboardScreen() {
  const { rows, isLoading } = useRows("balances");
  const balances = useMemo(() => sortBalances(rows), [rows]);
  const { rows: contacts, isLoading: areContactsLoading } = useRows("contacts");
  const { row: settings, isLoading: areSettingsLoading } = useRow("settings", "settings");
  const isKnown = !isLoading && !areContactsLoading && !areSettingsLoading;
  const checklist = checklistOf({ balances, contactCount: contacts.length, settings });
  return (
    <Page title="Home">
      <div className="flex flex-col gap-4">
        <DataAge what="your balances" />
        <TotalCard total={totalOf(balances)} isLoading={isLoading} />
        <div className="grid items-start gap-4 lg:grid-cols-5">
          <div className="flex flex-col gap-4 lg:col-span-3">
            <LatestCard />
          </div>
          <div className="flex flex-col gap-4 lg:col-span-2">
            <BalancesCard balances={balances} isLoading={isLoading} />
            {isKnown && checklist.some((item) => !item.isDone) ? <ChecklistCard items={checklist} /> : null}
          </div>
        </div>
      </div>
    </Page>
  );
}

function TotalCard({ total, isLoading }: { readonly total: Total; readonly isLoading: boolean }) {
  return (
    <Card aria-label="Total value">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <div className="min-w-0">
          <h2 className="text-sm text-ink-3">Total value</h2>
          {isLoading ? (
            <Skeleton className="mt-2 h-10 w-56" />
          ) : (
            <p className="mt-1 text-3xl font-semibold">
              <Amount value={total.xlm} assetCode="XLM" />
            </p>
          )}
          <p className="mt-1 text-sm text-ink-3">{totalNote(total, isLoading)}</p>
        </div>
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <Button asChild className="flex-1 sm:flex-none">
            <Link to="/send">
              <ArrowUpRight aria-hidden="true" className="size-4" />
              Send
            </Link>
          </Button>
          <Button asChild variant="secondary" className="flex-1 sm:flex-none">
            <Link to="/receive">
              <ArrowDownLeft aria-hidden="true" className="size-4" />
              Receive
            </Link>
          </Button>
        </div>
      </div>
    </Card>
  );
}

function totalNote(total: Total, isLoading: boolean): string {
  if (isLoading) return "Reading what this device holds";
  if (total.asOfLedger === null) return "Waiting for the first balance";
  const uncounted =
    total.uncounted.length === 0 ? "" : ` ${total.uncounted.join(", ")} not counted: no price is known yet.`;
  return `As of ledger ${total.asOfLedger}.${uncounted}`;
}

function BalancesCard({
  balances,
  isLoading,
}: {
  readonly balances: ReturnType<typeof sortBalances>;
  readonly isLoading: boolean;
}) {
  const { user } = useSession();
  return (
    <Card aria-labelledby="dashboard-balances">
      <CardHeader id="dashboard-balances" title="Balances" />
      {isLoading ? <Skeleton className="h-14 w-full" /> : null}
      {!isLoading && balances.length === 0 ? (
        <EmptyState icon={<Hourglass />} title="Your account is waiting for its first XLM">
          {user?.walletAddress === undefined
            ? "Your wallet is being set up on the network. The balance appears here by itself."
            : "It is created by its first payment. Where this network hands out starting funds, they arrive by themselves in a moment; else share your address and receive some."}
        </EmptyState>
      ) : (
        <List aria-label="Balances">
          {balances.map((row) => (
            <li key={row.uid}>
              <ListRow
                lead={<Identicon address={row.issuer === "" ? row.assetCode : row.issuer} />}
                title={row.assetCode}
                detail={row.issuer === "" ? "Stellar Lumens" : shortenAddress(row.issuer)}
                trail={<Amount value={row.balance} />}
                trailDetail={<span className="numeric">Ledger {row.asOfLedger}</span>}
              />
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

function LatestCard() {
  const { user } = useSession();
  const { directory } = useDirectory();
  const { view } = useHistory(LATEST);
  const rows = view.rows.slice(0, LATEST);
  return (
    <Card aria-labelledby="dashboard-latest">
      <CardHeader
        id="dashboard-latest"
        title="Latest activity"
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/transactions">See all</Link>
          </Button>
        }
      />
      {rows.length === 0 && !view.isComplete ? <Skeleton className="h-40 w-full" /> : null}
      {rows.length === 0 && view.isComplete ? (
        <EmptyState title="Nothing has moved yet">
          Payments you send and receive appear here the moment the ledger closes.
        </EmptyState>
      ) : (
        <List aria-label="Latest activity">
          {rows.map((row) => (
            <li key={row.uid}>
              <MovementItem row={row} directory={directory} ownAddress={user?.walletAddress} />
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

function ChecklistCard({ items }: { readonly items: readonly ChecklistItem[] }) {
  const done = items.filter((item) => item.isDone).length;
  return (
    <Card aria-labelledby="dashboard-setup">
      <CardHeader id="dashboard-setup" title="Set up" description={`${done} of ${items.length} done`} />
      <ul className="flex flex-col gap-1">
        {items.map((item) => (
          <li key={item.key}>
            <Link
              to={item.to}
              className="-mx-2 flex min-h-11 items-start gap-3 rounded-md px-2 py-2 hover:bg-surface-2"
            >
              {item.isDone ? (
                <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-up" />
              ) : (
                <Circle aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-3" />
              )}
              <span className="min-w-0">
                <span className="block text-sm font-medium">
                  {item.title}
                  <span className="sr-only">{item.isDone ? ", done" : ", not done"}</span>
                </span>
                {item.isDone ? null : <span className="block text-sm text-ink-3">{item.text}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
