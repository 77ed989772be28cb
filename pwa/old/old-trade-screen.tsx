import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { comparablePrice } from "#pwa/parts/trading/comparable-price.ts";
import { type KnownAsset, useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";
import { useFirstReading } from "#pwa/ui/first-reading.ts";
import { formatAmountText, formatCount, formatDate, shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { PlainAmount } from "./plain-amount.tsx";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { MarketSnapshot } from "#schemas/market-data.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { OwnFills, OwnOrders } from "./own-trades.tsx";
import { plainLevels } from "./plain-market.ts";
import { PlaceReview, type PlainOrder } from "./plain-order.tsx";
import { PlainLink } from "./plain-parts.tsx";
import { PlainTable } from "./plain-table.tsx";
import { readTyped } from "./plain-typed.ts";

/** Levels and trades in each table. */
const SHOWN = 10;
const OPEN = { where: { state: "open" as const } };
const LATEST_FILLS = { sort: [{ timestamp: "desc" as const }], limit: 20 };

export function OldTradeScreen() {
  const { user } = useSession();
  return user === null ? null : <OldTrade key={user.id} />;
}

function OldTrade() {
  const isOnline = useOnline();
  const { assets, isLoading, isListLoading } = useKnownAssets();
  const orders = useRows("orders", OPEN);
  const fills = useRows("fills", LATEST_FILLS);
  const isReading = useFirstReading(isLoading || isListLoading || orders.isLoading || fills.isLoading);
  const [pair, setPair] = useState<readonly [string, string] | null>(null);
  const other = assets.find(({ key }) => key !== NATIVE_CODE)?.key ?? "";
  const [base, quote] = pair ?? [NATIVE_CODE, other];
  const isPair = base !== quote && quote !== "";
  if (isReading)
    return (
      <Page
        title={t`Trade, plain version`}
        actions={
          <PlainLink to="/trade">
            <Trans>New version</Trans>
          </PlainLink>
        }
      >
        <p className="mt-4">
          <Trans>Reading what this device holds.</Trans>
        </p>
      </Page>
    );
  return (
    <Page
      title={t`Trade, plain version`}
      actions={
        <PlainLink to="/trade">
          <Trans>New version</Trans>
        </PlainLink>
      }
    >
      <p className="mb-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <PlainLink to="/old-dashboard">
          <Trans>Dashboard, plain version</Trans>
        </PlainLink>
        <PlainLink to="/old-assets">
          <Trans>Assets, plain version</Trans>
        </PlainLink>
        <PlainLink to="/swap">
          <Trans>Swap</Trans>
        </PlainLink>
      </p>
      {isOnline ? null : (
        <Notice tone="warn">
          <Trans>You are offline. Your orders and trades are as last seen, and nothing can be ordered.</Trans>
        </Notice>
      )}
      <div className="mt-4 mb-8 flex flex-wrap items-end gap-3">
        <AssetSelect
          label={t({ message: "Trade", context: "which asset is traded" })}
          assets={assets}
          value={base}
          onChange={(key) => setPair([key, quote])}
        />
        <AssetSelect
          label={t({ message: "Against", context: "which asset it is traded for" })}
          assets={assets}
          value={quote}
          onChange={(key) => setPair([base, key])}
        />
      </div>
      {isPair ? (
        <OrderForm key={`${base} ${quote}`} base={base} quote={quote} isOnline={isOnline} />
      ) : (
        <p className="mb-8 text-sm text-ink-2">
          <Trans>Choose two different assets.</Trans>
        </p>
      )}
      <OwnOrders rows={orders.rows} isOnline={isOnline} />
      <OwnFills rows={fills.rows} />
      {/* The last, since it is as long as the market is, and that is told late. */}
      {isPair ? <Market base={base} quote={quote} isOnline={isOnline} /> : null}
    </Page>
  );
}

interface AssetSelectProps {
  readonly label: string;
  readonly assets: readonly KnownAsset[];
  readonly value: string;
  readonly onChange: (key: string) => void;
}

function AssetSelect({ label, assets, value, onChange }: AssetSelectProps) {
  return (
    <label className="min-w-0 grow basis-40 text-sm">
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)} className={CONTROL_LOOK}>
        {assets.map(({ key, assetCode, issuer }) => (
          <option key={key} value={key}>
            {issuer === "" ? assetCode : `${assetCode} (${shortenAddress(issuer)})`}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PairProps {
  readonly base: string;
  readonly quote: string;
  readonly isOnline: boolean;
}

function OrderForm({ base, quote, isOnline }: PairProps) {
  const [order, setOrder] = useState<PlainOrder | null>(null);
  const [turn, setTurn] = useState(0);
  const [typed, setTyped] = useState({ amount: "", price: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const [baseCode, quoteCode] = [codeOf(base), codeOf(quote)];
  function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isOnline) return;
    const form = new FormData(event.currentTarget);
    const side = form.get("side") === "sell" ? "sell" : "buy";
    const kind = form.get("kind") === "market" ? "market" : "limit";
    const read = readTyped(typed);
    setProblem(read.problem);
    setOrder(read.order && { kind, side, base, quote, ...read.order });
    setTurn(turn + 1);
  }
  return (
    <>
      <form onSubmit={look} className="mb-4">
        <h2 className="mb-2 text-lg font-semibold">
          <Trans>New order</Trans>
        </h2>
        <div className="flex flex-wrap items-end gap-3">
          <label className="min-w-0 grow basis-28 text-sm">
            <Trans>What to do</Trans>
            <select name="side" className={CONTROL_LOOK}>
              <option value="buy">{t`Buy ${baseCode}`}</option>
              <option value="sell">{t`Sell ${baseCode}`}</option>
            </select>
          </label>
          <label className="min-w-0 grow basis-40 text-sm">
            <Trans>Kind</Trans>
            <select name="kind" className={CONTROL_LOOK}>
              <option value="limit">{t`Limit: the rest stays in the book`}</option>
              <option value="market">{t`Market: all at once or nothing`}</option>
            </select>
          </label>
          <PlainAmount name="amount" value={typed.amount} onType={(amount) => setTyped({ ...typed, amount })}>
            <Trans>Amount of {baseCode}</Trans>
          </PlainAmount>
          <PlainAmount name="price" value={typed.price} onType={(price) => setTyped({ ...typed, price })}>
            <Trans>
              Price, {quoteCode} for one {baseCode}
            </Trans>
          </PlainAmount>
          <Button type="submit" disabled={!isOnline}>
            <Trans>Look at it</Trans>
          </Button>
        </div>
      </form>
      {problem === null ? null : (
        <div className="mb-4">
          <Notice tone="error">{problem}</Notice>
        </div>
      )}
      {order === null ? null : <PlaceReview key={turn} order={order} onClose={() => setOrder(null)} />}
    </>
  );
}

function Market({ base, quote, isOnline }: PairProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["plain market", base, quote],
    queryFn: ({ signal }) => call(MARKETS_ENDPOINTS.market, { query: { base, quote }, signal }),
    enabled: isOnline,
  });
  const [baseCode, quoteCode] = [codeOf(base), codeOf(quote)];
  const heads = [t`Price in ${quoteCode}`, t`Amount of ${baseCode}`];
  const table = (caption: string, side: "asks" | "bids") => (
    <PlainTable
      caption={caption}
      heads={heads}
      empty={t`Nobody offers any.`}
      rows={plainLevels(data?.[side] ?? [], side, SHOWN).map(({ key, price, amount }) => ({
        key,
        cells: [price, amount],
      }))}
    />
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
        <Button variant="secondary" size="sm" onClick={() => void refetch()} disabled={!isOnline} loading={isFetching}>
          <Trans>Read the market again</Trans>
        </Button>
        {data === undefined ? null : (
          <span className="numeric">
            {placeOf(data)} {lastPriceOf(data)}
          </span>
        )}
      </div>
      {error === null ? null : (
        <div className="mb-4">
          <Notice tone="error">{sentenceOf(error, t`The market could not be read. Please try again.`)}</Notice>
        </div>
      )}
      {data === undefined ? (
        <p className="text-sm text-ink-2">{isFetching ? t`Reading the market.` : t`Not read yet.`}</p>
      ) : (
        <>
          <div className="grid gap-x-8 md:grid-cols-2">
            {table(t`Offers to sell`, "asks")}
            {table(t`Offers to buy`, "bids")}
          </div>
          <PlainTable
            caption={t`Last trades`}
            heads={[t`When`, ...heads]}
            empty={t`No trade yet.`}
            rows={data.trades.slice(0, SHOWN).map(({ id, at, price, baseAmount, side }) => ({
              key: id,
              cells: [
                formatDate(Date.parse(at), { withTime: true }),
                tradedAt(comparablePrice(price), side),
                formatAmountText(baseAmount),
              ],
            }))}
          />
        </>
      )}
    </>
  );
}

function tradedAt(price: string, side: "buy" | "sell"): string {
  return side === "buy" ? t`${price} (bought)` : t`${price} (sold)`;
}

function placeOf({ state, ledger: at }: Pick<MarketSnapshot, "state" | "ledger">): string {
  const ledger = formatCount(at);
  return state === "behind" ? t`Behind the network: As of ledger ${ledger}.` : t`As of ledger ${ledger}.`;
}

function lastPriceOf({ ticker: { last } }: Pick<MarketSnapshot, "ticker">): string {
  if (last === null) return t`Last price: none.`;
  const price = comparablePrice(last);
  return t`Last price: ${price}.`;
}
