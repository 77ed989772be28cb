import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Circle, CircleCheck } from "lucide-react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { BlocksAt } from "#pwa/parts/content/later-blocks.tsx";
import { useWhole } from "#pwa/parts/assets/use-whole.ts";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useRow, useRows } from "#pwa/platform/db/use-rows.ts";
import { MovementItem, useRowRoom } from "#pwa/parts/history/movement-row.tsx";
import { useRepeated } from "#pwa/parts/history/use-repeated.ts";
import type { HistoryView } from "#pwa/parts/history/history.ts";
import { useHistory } from "#pwa/parts/history/use-history.ts";
import { useOffers } from "#pwa/parts/service/use-service.ts";
import { FirstSyncNote } from "#pwa/parts/device/first-sync-note.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { useFirstReading } from "#pwa/ui/first-reading.ts";
import { later } from "#pwa/ui/later.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { UserOutput } from "#schemas/users.ts";
import { BalancesCard } from "./balances-card.tsx";
import { ClaimsLine } from "./claims-line.tsx";
import { checklistOf, type ChecklistItem } from "./checklist.ts";
import { FeaturedCard } from "./featured-card.tsx";
import { TotalCard } from "./total-card.tsx";
import { useFeatured, useKycStatus } from "./use-kept.ts";
import { WatchlistCard } from "./watchlist-card.tsx";
import { WaitingValueCard } from "./waiting-value-card.tsx";

/** Its script and what draws curves come after the figures that people open the screen for. */
const ValueCard = later(async () => (await import("./value-card.tsx")).ValueCard, WaitingValueCard);

const PauseNote = later(async () => (await import("#pwa/parts/answers/pause-note.tsx")).PauseNote);

/** Whether there is a contact, not which. */
const CONTACT_THERE = { limit: 1 } as const;
const LATEST = 5;

export function DashboardScreen() {
  const { user } = useSession();
  return user === null ? null : <Dashboard key={user.id} user={user} />;
}

function Dashboard({ user }: { readonly user: UserOutput }) {
  const { id: userId } = user;
  const unprovenEmail = user.isEmailUnproven === true ? user.email : null;
  const { rows: contacts, isLoading: areContactsLoading } = useRows("contacts", CONTACT_THERE);
  const { row: settings, isLoading: areSettingsLoading } = useRow("settings", "settings");
  const { view } = useHistory(LATEST);
  const state = useWhole();
  const { whole, prices } = state;
  const isLoading = useFirstReading(state.isLoading || areContactsLoading || areSettingsLoading || isUnread(view));
  const kyc = useKycStatus(userId);
  const checksIdentity = useOffers().includes("identity");
  const featured = useFeatured(userId)?.tokens ?? [];
  return (
    <Page title={t({ message: "Home", context: "the first screen" })}>
      <div className="flex flex-col gap-4">
        <BlocksAt place="dashboard" isTop className="flex flex-col gap-4 empty:hidden" />
        <PauseNote />
        <TotalCard {...{ userId, state, isLoading }} />
        {isLoading ? (
          <Unread />
        ) : (
          <>
            <ClaimsLine claims={whole.claims} />
            <div className="grid items-start gap-4 lg:grid-cols-5">
              <div className="flex flex-col gap-4 lg:col-span-3">
                {whole.holdings.length === 0 ? null : <ValueCard state={state} />}
                <LatestCard view={view} />
              </div>
              <div className="flex flex-col gap-4 lg:col-span-2">
                <BalancesCard userId={userId} holdings={whole.holdings} />
                <WatchlistCard prices={prices} />
                <SetUp
                  items={checklistOf({
                    unprovenEmail,
                    balances: whole.holdings.map(({ row }) => row),
                    contactCount: contacts.length,
                    settings,
                    kyc: checksIdentity ? kyc : null,
                  })}
                />
                {featured.length === 0 ? null : <FeaturedCard tokens={featured} prices={prices} />}
              </div>
            </div>
            <BlocksAt place="dashboard" isTop={false} className="flex flex-col gap-4 empty:hidden" />
            <p className="text-sm text-ink-3">
              <Link to="/old-dashboard" className="inline-flex min-h-6 items-center hover:underline">
                <Trans>Plain version of this screen</Trans>
              </Link>
            </p>
          </>
        )}
      </div>
    </Page>
  );
}

function isUnread({ rows, isComplete, problem }: HistoryView): boolean {
  return rows.length === 0 && !isComplete && problem === null;
}

/** Where the cards are about to be. */
function Unread() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-5">
      <Card className="lg:col-span-3">
        {/* Below, where it comes and goes without moving anything. */}
        <Skeleton className="mb-2 h-110 w-full" />
        <FirstSyncNote />
      </Card>
      <Card className="lg:col-span-2">
        <Skeleton className="h-64 w-full" />
      </Card>
    </div>
  );
}

/** What is left to set up; nothing once all is done. */
function SetUp({ items }: { readonly items: readonly ChecklistItem[] }) {
  return items.every((item) => item.isDone) ? null : <ChecklistCard items={items} />;
}

function LatestCard({ view }: { readonly view: HistoryView }) {
  const { user } = useSession();
  const hasRoom = useRowRoom();
  const isRepeated = useRepeated();
  const { directory } = useDirectory();
  const rows = view.rows.slice(0, LATEST);
  return (
    <Card aria-labelledby="dashboard-latest">
      <CardHeader
        id="dashboard-latest"
        title={t`Latest activity`}
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/transactions">
              <Trans>See all</Trans>
            </Link>
          </Button>
        }
      />
      {view.problem === null ? null : (
        <Notice tone="error" title={t`The history on this device could not be read`}>
          {view.problem}
        </Notice>
      )}
      {rows.length > 0 ? (
        <List aria-label={t`Latest activity`}>
          {rows.map((row) => (
            <li key={row.uid}>
              <MovementItem
                row={row}
                isRepeated={isRepeated(row)}
                directory={directory}
                ownAddress={user?.walletAddress}
                hasRoom={hasRoom}
              />
            </li>
          ))}
        </List>
      ) : view.isComplete ? (
        <EmptyState title={t`Nothing has moved yet`}>
          <Trans>Payments you send and receive appear here the moment the ledger closes.</Trans>
        </EmptyState>
      ) : view.problem === null ? (
        <Skeleton className="h-40 w-full" />
      ) : null}
    </Card>
  );
}

function ChecklistCard({ items }: { readonly items: readonly ChecklistItem[] }) {
  const done = items.filter((item) => item.isDone).length;
  const all = items.length;
  return (
    <Card aria-labelledby="dashboard-setup">
      <CardHeader
        id="dashboard-setup"
        title={t({ message: "Set up", context: "heading over what is left to set up" })}
        description={t({ message: `${done} of ${all} done`, context: "steps of setting up" })}
      />
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
                  <span className="sr-only">
                    {item.isDone
                      ? t({ message: ", done", context: "heard after the name of a step" })
                      : t({ message: ", not done", context: "heard after the name of a step" })}
                  </span>
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
