import { Link } from "@tanstack/react-router";
import { Hourglass, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useSession } from "#pwa/app/session.tsx";
import { ClaimsCard } from "#pwa/claims/claims-card.tsx";
import { DataAge } from "#pwa/identity/data-age.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { sortBalances } from "#pwa/send/payment.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { UserOutput } from "#schemas/users.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { AddSheet } from "./add-sheet.tsx";
import { AssetMark } from "./asset-mark.tsx";
import { ChangeSheet } from "./change-sheet.tsx";
import { useHeldFacts } from "./use-asset-facts.ts";

type Balances = ReturnType<typeof sortBalances>;

export function AssetsScreen() {
  const { user } = useSession();
  return user === null ? null : <Assets key={user.id} user={user} />;
}

function Assets({ user }: { readonly user: UserOutput }) {
  const { rows, isLoading } = useRows("balances");
  const balances = useMemo(() => sortBalances(rows), [rows]);
  const [opened, setOpened] = useState<"nothing" | "add" | AssetFacts>("nothing");
  const isOnline = useOnline();
  const hasAccount = balances.length > 0;
  const add = (
    <Button onClick={() => setOpened("add")} disabled={!isOnline}>
      <Plus aria-hidden="true" className="size-4" />
      Add asset
    </Button>
  );
  const close = () => setOpened("nothing");
  return (
    <Page
      title="Assets"
      description={
        isOnline
          ? "Everything your account holds and can receive."
          : "Adding an asset needs a connection. You are offline."
      }
      actions={hasAccount ? add : undefined}
    >
      <div className="flex flex-col gap-4">
        <DataAge what="your balances" />
        <ClaimsCard />
        {isLoading ? (
          <Skeleton className="h-64 w-full" />
        ) : hasAccount ? (
          <Held user={user} balances={balances} />
        ) : (
          <NoAccount />
        )}
      </div>
      {opened === "add" ? (
        <AddSheet held={new Set(balances.map(({ uid }) => uid))} onChoose={setOpened} onClose={close} />
      ) : opened === "nothing" ? null : (
        <ChangeSheet kind="add" asset={opened} facts={opened} onClose={close} />
      )}
    </Page>
  );
}

function Held({ user, balances }: { readonly user: UserOutput; readonly balances: Balances }) {
  const held = balances
    .filter(({ issuer }) => issuer !== "")
    .map(({ uid }) => uid)
    .join(" ");
  const facts = useHeldFacts(user.id, held);
  const asOfLedger = Math.max(...balances.map((row) => row.asOfLedger));
  return (
    <Card aria-labelledby="assets-held">
      <CardHeader
        id="assets-held"
        title={balances.length === 1 ? "1 asset" : `${balances.length} assets`}
        description={
          <>
            As of ledger <span className="numeric">{asOfLedger}</span>. No prices are known, so worth and share are not
            shown.
          </>
        }
      />
      <List aria-label="Assets">
        {balances.map((row) => (
          <li key={row.uid}>
            <AssetLink row={row} facts={facts.get(row.uid) ?? null} />
          </li>
        ))}
      </List>
    </Card>
  );
}

function AssetLink({ row, facts }: { readonly row: Balances[number]; readonly facts: AssetFacts | null }) {
  const isNative = row.issuer === "";
  const origin = facts?.proof === "mutual" ? facts.homeDomain : shortenAddress(row.issuer);
  return (
    <Link
      to="/assets/$asset"
      params={{ asset: row.uid }}
      className="-mx-2 block rounded-sm px-2 transition-colors duration-150 hover:bg-surface-2"
    >
      <ListRow
        lead={<AssetMark asset={row} image={facts?.image ?? null} />}
        title={
          <span className="flex items-center gap-2">
            {row.assetCode}
            {facts !== null && facts.namesake !== null ? <Badge tone="warn">Not {facts.namesake}</Badge> : null}
          </span>
        }
        detail={isNative ? "Stellar Lumens" : origin}
        trail={<Amount value={row.balance} />}
        {...(row.spendable === row.balance
          ? {}
          : {
              trailDetail: <span className="numeric">{formatAmountText(row.spendable)} to spend</span>,
            })}
      />
    </Link>
  );
}

function NoAccount() {
  return (
    <Card>
      <EmptyState icon={<Hourglass />} title="Your account is waiting for its first XLM">
        Once the network has opened it, what it holds is listed here, and you can add the assets it shall receive.
      </EmptyState>
    </Card>
  );
}
