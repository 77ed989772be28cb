import { Link } from "@tanstack/react-router";
import { Hourglass, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { ClaimsCard } from "#pwa/claims/door.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { sortBalances } from "#pwa/parts/assets/balances.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { UserOutput } from "#schemas/users.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { AsOf } from "#pwa/parts/assets/as-of.tsx";
import { type Holding, percentText, shareOf, type Whole, wholeOf } from "#pwa/parts/assets/holdings.ts";
import { PriceNote } from "#pwa/parts/assets/price-note.tsx";
import { priceInUsd } from "#pwa/parts/assets/price-words.ts";
import { useHeldFacts } from "#pwa/parts/assets/use-asset-facts.ts";
import { UsdValue } from "#pwa/parts/assets/usd-value.tsx";

const AddSheet = later(async () => (await import("./add-sheet.tsx")).AddSheet);
const ChangeSheet = later(async () => (await import("./change-sheet.tsx")).ChangeSheet);

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
  const prices = usePrices();
  const whole = useMemo(() => wholeOf(balances, prices.priceOf), [balances, prices.priceOf]);
  return (
    <Card aria-labelledby="assets-held">
      <CardHeader
        id="assets-held"
        title={balances.length === 1 ? "1 asset" : `${balances.length} assets`}
        description={
          <>
            {whole.usd === null ? null : <span className="numeric">{formatUsd(whole.usd)} in all. </span>}
            {whole.uncounted.length === 0 ? null : `${whole.uncounted.join(", ")} not counted: no price is known. `}
            <PriceNote prices={prices} />
          </>
        }
      />
      <List aria-label="Assets">
        {whole.holdings.map((holding) => (
          <li key={holding.row.uid} className="flex items-center gap-1">
            <AssetLink holding={holding} whole={whole} facts={facts.get(holding.row.uid) ?? null} />
            <AsOf what={holding.row.assetCode} ledger={holding.row.asOfLedger} />
          </li>
        ))}
      </List>
      <p className="mt-4 text-sm text-ink-3">
        <Link to="/old-assets" className="inline-flex min-h-6 items-center hover:underline">
          Plain version of this screen
        </Link>
      </p>
    </Card>
  );
}

interface AssetLinkProps {
  readonly holding: Holding;
  readonly whole: Whole;
  readonly facts: AssetFacts | null;
}

function AssetLink({ holding, whole, facts }: AssetLinkProps) {
  const { row, price, change } = holding;
  const isNative = row.issuer === "";
  const origin = facts?.proof === "mutual" ? facts.homeDomain : shortenAddress(row.issuer);
  const share = shareOf(holding, whole);
  return (
    <Link
      to="/assets/$asset"
      params={{ asset: row.uid }}
      className="-mx-2 block min-w-0 flex-1 rounded-sm px-2 py-1 transition-colors duration-150 hover:bg-surface-2"
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
        trailDetail={<UsdValue balance={row.balance} price={price} />}
      />
      <span className="numeric -mt-1.5 mb-2 flex flex-wrap gap-x-3 gap-y-0.5 pl-12 text-xs text-ink-3">
        {price === null ? null : <span>{priceInUsd(price)} each</span>}
        {change === null ? null : (
          <span>
            <Delta sign={change}>{percentText(change)}</Delta> in 24 h
          </span>
        )}
        {share === null ? null : <span>{percentText(share)} of all</span>}
        {row.spendable === row.balance ? null : <span>{formatAmountText(row.spendable)} to spend</span>}
      </span>
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
