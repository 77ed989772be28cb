import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowDownLeft, ArrowUpRight, ChevronLeft, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { useRow, useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { StarButton } from "#pwa/parts/watchlist/star-button.tsx";
import { useWatchlist } from "#pwa/parts/watchlist/use-watchlist.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import type { UserOutput } from "#schemas/users.ts";
import { type AssetName, readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { AsOf } from "#pwa/parts/assets/as-of.tsx";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { useHeldFacts, useLookUp } from "#pwa/parts/assets/use-asset-facts.ts";
import { AboutCard } from "./about-card.tsx";
import { AssetHistory } from "./asset-history.tsx";
import { PriceCard } from "./price-card.tsx";
import { usdText } from "#pwa/parts/assets/usd-words.ts";

const ChangeSheet = later(async () => (await import("./change-sheet.tsx")).ChangeSheet);

type Balance = LocalRow<"balances">;

export function AssetScreen() {
  const { user } = useSession();
  const { asset: key = "" } = useParams({ strict: false });
  const asset = readAssetKey(key);
  if (user === null) return null;
  return asset === null ? <NoSuchAsset /> : <OneAsset key={`${user.id} ${key}`} user={user} asset={asset} />;
}

function OneAsset({ user, asset }: { readonly user: UserOutput; readonly asset: AssetName }) {
  const { row, isLoading } = useRow("balances", assetKeyOf(asset));
  const { facts, problem, isPending } = useFacts(user.id, asset, row, isLoading);
  const watchlist = useWatchlist();
  const [opened, setOpened] = useState<"add" | "remove" | null>(null);
  const isNative = asset.issuer === "";
  return (
    <Page
      title={
        <span className="flex items-center gap-3">
          <AssetMark asset={asset} image={facts?.image ?? null} size="lg" />
          <span className="min-w-0">
            {asset.assetCode}
            <span className="block text-sm font-normal break-words text-ink-3">
              {isNative ? t`Stellar Lumens` : (facts?.name ?? t`An asset on the Stellar network`)}
            </span>
          </span>
        </span>
      }
      actions={
        <>
          <StarButton thing={{ base: assetKeyOf(asset), quote: "" }} watchlist={watchlist} />
          <Button asChild variant="ghost">
            <Link to="/assets">
              <ChevronLeft aria-hidden="true" className="size-4" />
              <Trans>All assets</Trans>
            </Link>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid items-start gap-4 lg:grid-cols-5">
          <div className="flex flex-col gap-4 lg:col-span-3">
            {isLoading ? (
              <WaitingBalance isNative={isNative} />
            ) : row === null ? (
              <NotHeld asset={asset} isReady={facts !== null} onAdd={() => setOpened("add")} />
            ) : (
              <BalanceCard row={row} onRemove={() => setOpened("remove")} />
            )}
            <PriceCard asset={asset} />
            <AssetHistory asset={asset} />
          </div>
          <div className="lg:col-span-2">
            <AboutCard asset={asset} facts={facts} problem={problem} isPending={isPending} />
          </div>
        </div>
      </div>
      {opened === null ? null : (
        <ChangeSheet kind={opened} asset={asset} facts={facts} onClose={() => setOpened(null)} />
      )}
    </Page>
  );
}

/** One that is not held asks nothing of what is. */
const NOTHING: readonly Balance[] = [];

/** What is known of the asset: of one that is held also without a connection. */
function useFacts(userId: number, asset: AssetName, row: Balance | null, isLoading: boolean) {
  const { rows } = useRows("balances");
  const known: AssetFacts | null = useHeldFacts(userId, row === null ? NOTHING : rows).get(assetKeyOf(asset)) ?? null;
  const isStranger = !isLoading && row === null && asset.issuer !== "";
  const { facts, problem, isPending } = useLookUp(isStranger ? asset : null);
  return { facts: known ?? facts, problem, isPending };
}

function BalanceCard({ row, onRemove }: { readonly row: Balance; readonly onRemove: () => void }) {
  const isOnline = useOnline();
  const kept = parseAmount(row.balance) - parseAmount(row.spendable);
  const isNative = row.issuer === "";
  const { priceOf } = usePrices();
  const worth = usdText(row.balance, priceOf(row.assetCode, row.issuer)?.usd ?? null);
  return (
    <Card aria-label={t`Balance`}>
      <h2 className="flex items-center gap-1 text-sm text-ink-3">
        <Trans>Balance</Trans>
        <AsOf what={row.assetCode} ledger={row.asOfLedger} />
      </h2>
      <p className="mt-1 text-3xl font-semibold">
        <Amount value={row.balance} assetCode={row.assetCode} />
      </p>
      <p className="mt-1 text-sm text-ink-3">
        <span className="numeric text-ink-2">{worth}. </span>
        {kept > 0n ? <KeptWords amount={formatAmount(kept)} assetCode={row.assetCode} isNative={isNative} /> : null}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button asChild className="flex-1 sm:flex-none">
          <Link to="/send" search={{ asset: row.uid }}>
            <ArrowUpRight aria-hidden="true" className="size-4" />
            <Trans>Send</Trans>
          </Link>
        </Button>
        <Button asChild variant="secondary" className="flex-1 sm:flex-none">
          <Link to="/receive" search={{ asset: row.uid }}>
            <ArrowDownLeft aria-hidden="true" className="size-4" />
            <Trans>Receive</Trans>
          </Link>
        </Button>
        {isNative ? null : (
          <Button variant="ghost" disabled={!isOnline} onClick={onRemove} className="flex-1 sm:ms-auto sm:flex-none">
            <Trash2 aria-hidden="true" className="size-4" />
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      {isOnline || isNative ? null : (
        <p className="mt-3 text-sm text-ink-3">
          <Trans>You are offline. Removing an asset needs a connection.</Trans>
        </p>
      )}
    </Card>
  );
}

interface KeptWordsProps {
  readonly amount: string;
  readonly assetCode: string;
  readonly isNative: boolean;
}

function KeptWords({ amount, assetCode, isNative }: KeptWordsProps) {
  return isNative ? (
    <Trans>
      <Amount value={amount} assetCode={assetCode} /> of it cannot be spent now: the network keeps it aside for your
      account and its assets, or payments under way need it.
    </Trans>
  ) : (
    <Trans>
      <Amount value={amount} assetCode={assetCode} /> of it cannot be spent now: it is bound in offers or payments under
      way, or the issuer does not let it go.
    </Trans>
  );
}

/** In the place of the balance, and as high: nearly every XLM balance has a part that is kept. */
function WaitingBalance({ isNative }: { readonly isNative: boolean }) {
  return (
    <Card aria-hidden="true">
      <p className="flex min-h-6 items-center text-sm text-ink-3 pointer-coarse:min-h-11">
        <Trans>Balance</Trans>
      </p>
      <p className="mt-1 text-3xl font-semibold">
        <Skeleton className="h-[1.17em] w-56 max-w-full" />
      </p>
      <p className="invisible mt-1 text-sm">
        <span className="numeric">{isNative ? "$0,000.00. " : "$0.00."}</span>
        {isNative ? <KeptWords amount="0.0000000" assetCode="XLM" isNative /> : null}
      </p>
      <Skeleton className="mt-5 h-11 w-full" />
    </Card>
  );
}

interface NotHeldProps {
  readonly asset: AssetName;
  readonly isReady: boolean;
  readonly onAdd: () => void;
}

function NotHeld({ asset, isReady, onAdd }: NotHeldProps) {
  const isOnline = useOnline();
  const { assetCode } = asset;
  if (asset.issuer === "")
    return (
      <Notice>
        <Trans>Your account is waiting for its first XLM. It is opened by the first payment it receives.</Trans>
      </Notice>
    );
  return (
    <Card>
      <p className="text-sm text-ink-2">
        <Trans>Your account does not hold {assetCode} of this issuer, and cannot receive it before you add it.</Trans>
      </p>
      <Button className="mt-4" disabled={!isOnline || !isReady} onClick={onAdd}>
        <Plus aria-hidden="true" className="size-4" />
        <Trans>Add {assetCode}</Trans>
      </Button>
      {isOnline ? null : (
        <p className="mt-3 text-sm text-ink-3">
          <Trans>You are offline. Adding an asset needs a connection.</Trans>
        </p>
      )}
    </Card>
  );
}

function NoSuchAsset() {
  return (
    <Page title={t`Assets`}>
      <Card>
        <EmptyState
          title={t`This address names no asset`}
          action={
            <Button asChild>
              <Link to="/assets">
                <Trans>See your assets</Trans>
              </Link>
            </Button>
          }
        >
          <Trans>An asset is named by its code and its issuer, such as USDC-G...</Trans>
        </EmptyState>
      </Card>
    </Page>
  );
}
