import { ph, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Droplets, Hourglass, Plus } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { ClaimsCard } from "#pwa/claims/door.ts";
import { useWhole, type WholeState } from "#pwa/parts/assets/use-whole.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { Pair } from "#pwa/parts/market-data/pool-math.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { UserOutput } from "#schemas/users.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { AsOf } from "#pwa/parts/assets/as-of.tsx";
import { type Holding, percentText } from "#pwa/parts/assets/holdings.ts";
import { PlacesList } from "#pwa/parts/assets/places-list.tsx";
import { uncountedWords } from "#pwa/parts/assets/uncounted-words.ts";
import { type PoolHolding, poolName, shareOf, type Whole } from "#pwa/parts/assets/whole.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { PriceNote } from "#pwa/parts/assets/price-note.tsx";
import { priceInUsd } from "#pwa/parts/assets/price-words.ts";
import { originOf } from "#pwa/parts/assets/facts-words.ts";
import { useHeldFacts } from "#pwa/parts/assets/use-asset-facts.ts";
import { UsdValue } from "#pwa/parts/assets/usd-value.tsx";

const AddSheet = later(async () => (await import("./add-sheet.tsx")).AddSheet);
const ChangeSheet = later(async () => (await import("./change-sheet.tsx")).ChangeSheet);

export function AssetsScreen() {
  const { user } = useSession();
  return user === null ? null : <Assets key={user.id} user={user} />;
}

function Assets({ user }: { readonly user: UserOutput }) {
  const state = useWhole();
  const balances = state.whole.holdings;
  const [opened, setOpened] = useState<"nothing" | "add" | AssetFacts>("nothing");
  const isOnline = useOnline();
  const hasAccount = balances.length > 0;
  const add = (
    <Button onClick={() => setOpened("add")} disabled={!isOnline || state.isLoading}>
      <Plus aria-hidden="true" className="size-4" />
      <Trans>Add asset</Trans>
    </Button>
  );
  const close = () => setOpened("nothing");
  return (
    <Page
      title={t`Assets`}
      description={
        isOnline
          ? t`Everything your account holds and can receive.`
          : t`Adding an asset needs a connection. You are offline.`
      }
      actions={hasAccount || state.isLoading ? add : undefined}
    >
      <div className="flex flex-col gap-4">
        <ClaimsCard />
        {state.isLoading ? (
          <Skeleton className="h-64 w-full" />
        ) : hasAccount ? (
          <Held user={user} state={state} />
        ) : (
          <NoAccount />
        )}
      </div>
      {opened === "add" ? (
        <AddSheet held={new Set(balances.map(({ row }) => row.uid))} onChoose={setOpened} onClose={close} />
      ) : opened === "nothing" ? null : (
        <ChangeSheet kind="add" asset={opened} facts={opened} onClose={close} />
      )}
    </Page>
  );
}

function Held({ user, state }: { readonly user: UserOutput; readonly state: WholeState }) {
  const { whole, prices, poolsAtMs } = state;
  const sum = whole.usd === null ? null : formatUsd(whole.usd);
  const facts = useHeldFacts(
    user.id,
    whole.holdings.map(({ row }) => row),
  );
  return (
    <Card aria-labelledby="assets-held">
      <CardHeader
        id="assets-held"
        title={plural({ count: whole.holdings.length }, { one: "# asset", other: "# assets" })}
        description={
          <>
            {sum === null ? null : (
              <span className="numeric">
                <Trans>{sum} in all.</Trans>{" "}
              </span>
            )}
            {uncountedWords(whole).join(" ")} <PriceNote prices={prices} />
          </>
        }
      />
      <div className="mb-3 empty:hidden">
        <PlacesList whole={whole} poolsAtMs={poolsAtMs} />
      </div>
      <List aria-label={t`Assets`}>
        {whole.holdings.map((holding) => (
          <li key={holding.row.uid} className="flex items-center gap-1">
            <AssetLink holding={holding} whole={whole} facts={facts.get(holding.row.uid) ?? null} />
            <AsOf what={holding.row.assetCode} ledger={holding.row.asOfLedger} />
          </li>
        ))}
        {whole.pools.map((holding) => (
          <li key={holding.row.uid}>
            <PoolLink holding={holding} whole={whole} />
          </li>
        ))}
      </List>
      <p className="mt-4 text-sm text-ink-3">
        <Link to="/old-assets" className="inline-flex min-h-6 items-center hover:underline">
          <Trans>Plain version of this screen</Trans>
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
  const namesake = facts?.namesake ?? null;
  return (
    <Link
      to="/assets/$asset"
      params={{ asset: row.uid }}
      className="-ms-2 -me-1 block min-w-0 flex-1 rounded-sm ps-2 pe-1 py-1 transition-colors duration-150 hover:bg-surface-2"
    >
      <ListRow
        lead={<AssetMark asset={row} image={facts?.image ?? null} />}
        title={
          <span className="flex items-center gap-2">
            {row.assetCode}
            {namesake === null ? null : (
              <Badge tone="warn">
                <Trans>Not {namesake}</Trans>
              </Badge>
            )}
          </span>
        }
        detail={originOf(row.issuer, facts)}
        trail={<Amount value={row.balance} />}
        trailDetail={<UsdValue balance={row.balance} price={price} />}
      />
      <span className="numeric -mt-1.5 mb-2 flex flex-wrap gap-x-3 gap-y-0.5 ps-12 text-xs text-ink-3">
        {price === null ? null : <span>{t`${{ price: priceInUsd(price) }} each`}</span>}
        {change === null ? null : (
          <span>
            <Trans>
              <Delta sign={change}>{ph({ percentage: percentText(change) })}</Delta> in 24 h
            </Trans>
          </span>
        )}
        <ShareOfAll holding={holding} whole={whole} />
        {row.spendable === row.balance ? null : (
          <span>{t`${{ amount: formatAmountText(row.spendable) }} to spend`}</span>
        )}
      </span>
    </Link>
  );
}

/** A share of a pool: money, too, and its screen is the pool's. */
function PoolLink({ holding, whole }: { readonly holding: PoolHolding; readonly whole: Whole }) {
  const { row, amounts, usd } = holding;
  const name = poolName(row);
  return (
    <Link
      to="/amm"
      search={{ pool: row.uid }}
      className="-mx-2 block min-w-0 rounded-sm px-2 py-1 transition-colors duration-150 hover:bg-surface-2"
    >
      <ListRow
        lead={
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-2">
            <Droplets aria-hidden="true" className="size-4.5 text-ink-3" />
          </span>
        }
        title={t`Pool ${name}`}
        detail={t`Your share`}
        trail={<Amount value={row.shares} />}
        trailDetail={usd === null ? t`not counted` : <span className="numeric">{formatUsd(usd)}</span>}
      />
      <span className="numeric -mt-1.5 mb-2 flex flex-wrap gap-x-3 gap-y-0.5 ps-12 text-xs text-ink-3">
        <span data-private="">
          {amounts === null ? t`What it holds is not known here now` : amountsWords(row, amounts)}
        </span>
        <ShareOfAll holding={holding} whole={whole} />
      </span>
    </Link>
  );
}

/** Which part of everything it is; nothing where nobody can tell. */
function ShareOfAll({ holding, whole }: { readonly holding: Holding | PoolHolding; readonly whole: Whole }) {
  const share = shareOf(holding, whole);
  return share === null ? null : <span>{t`${{ percentage: percentText(share) }} of all`}</span>;
}

function amountsWords({ assetA, assetB }: PoolHolding["row"], { a, b }: Pair): string {
  const first = `${formatAmountText(formatAmount(a))} ${codeOf(assetA)}`;
  const second = `${formatAmountText(formatAmount(b))} ${codeOf(assetB)}`;
  return t`${first} and ${second}`;
}

function NoAccount() {
  return (
    <Card>
      <EmptyState icon={<Hourglass />} title={t`Your account is waiting for its first XLM`}>
        <Trans>
          Once the network has opened it, what it holds is listed here, and you can add the assets it shall receive.
        </Trans>
      </EmptyState>
    </Card>
  );
}
