import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { comparablePrice } from "#pwa/parts/trading/comparable-price.ts";
import { type KnownAsset, useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";
import { useFirstReading } from "#pwa/ui/first-reading.ts";
import { formatAmountText, formatDate, shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { plainAmount } from "#pwa/ui/typed-amount.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { priceText } from "#schemas/values/price.ts";
import type { OrderRow } from "#schemas/trading.ts";
import { plainLevels } from "./plain-market.ts";
import { CancelReview, PlaceReview, type PlainOrder } from "./plain-order.tsx";
import { PlainLink } from "./plain-parts.tsx";
import { PlainTable } from "./plain-table.tsx";

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
      <Page title="Trade, plain version" actions={<PlainLink to="/trade">New version</PlainLink>}>
        <p className="mt-4">Reading what this device holds.</p>
      </Page>
    );
  return (
    <Page title="Trade, plain version" actions={<PlainLink to="/trade">New version</PlainLink>}>
      <p className="mb-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <PlainLink to="/old-dashboard">Dashboard, plain version</PlainLink>
        <PlainLink to="/old-assets">Assets, plain version</PlainLink>
        <PlainLink to="/swap">Swap</PlainLink>
      </p>
      {isOnline ? null : (
        <Notice tone="warn">
          You are offline. Your orders and trades are as last seen, and nothing can be ordered.
        </Notice>
      )}
      <div className="mt-4 mb-8 flex flex-wrap items-end gap-3">
        <AssetSelect label="Trade" assets={assets} value={base} onChange={(key) => setPair([key, quote])} />
        <AssetSelect label="Against" assets={assets} value={quote} onChange={(key) => setPair([base, key])} />
      </div>
      {isPair ? (
        <OrderForm key={`${base} ${quote}`} base={base} quote={quote} isOnline={isOnline} />
      ) : (
        <p className="mb-8 text-sm text-ink-2">Choose two different assets.</p>
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
  const [baseCode, quoteCode] = [codeOf(base), codeOf(quote)];
  function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isOnline) return;
    const form = new FormData(event.currentTarget);
    const side = form.get("side") === "sell" ? "sell" : "buy";
    const kind = form.get("kind") === "market" ? "market" : "limit";
    setOrder({ kind, side, base, quote, amount: plainOf(form.get("amount")), price: plainOf(form.get("price")) });
    setTurn(turn + 1);
  }
  return (
    <>
      <form onSubmit={look} className="mb-4">
        <h2 className="mb-2 text-lg font-semibold">New order</h2>
        <div className="flex flex-wrap items-end gap-3">
          <label className="min-w-0 grow basis-28 text-sm">
            What to do
            <select name="side" className={CONTROL_LOOK}>
              <option value="buy">Buy {baseCode}</option>
              <option value="sell">Sell {baseCode}</option>
            </select>
          </label>
          <label className="min-w-0 grow basis-40 text-sm">
            Kind
            <select name="kind" className={CONTROL_LOOK}>
              <option value="limit">Limit: the rest stays in the book</option>
              <option value="market">Market: all at once or nothing</option>
            </select>
          </label>
          <label className="min-w-0 grow basis-28 text-sm">
            Amount of {baseCode}
            <input name="amount" required inputMode="decimal" autoComplete="off" className={CONTROL_LOOK} />
          </label>
          <label className="min-w-0 grow basis-28 text-sm">
            Price, {quoteCode} for one {baseCode}
            <input name="price" required inputMode="decimal" autoComplete="off" className={CONTROL_LOOK} />
          </label>
          <Button type="submit" disabled={!isOnline}>
            Look at it
          </Button>
        </div>
      </form>
      {order === null ? null : <PlaceReview key={turn} order={order} onClose={() => setOrder(null)} />}
    </>
  );
}

/** What cannot be read as a number goes on as it was typed: the check says what is wrong with it. */
function plainOf(value: FormDataEntryValue | null): string {
  const typed = typeof value === "string" ? value : "";
  const plain = plainAmount(typed);
  return "text" in plain ? plain.text : typed;
}

function Market({ base, quote, isOnline }: PairProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["plain market", base, quote],
    queryFn: ({ signal }) => call(MARKETS_ENDPOINTS.market, { query: { base, quote }, signal }),
    enabled: isOnline,
  });
  const [baseCode, quoteCode] = [codeOf(base), codeOf(quote)];
  const heads = [`Price in ${quoteCode}`, `Amount of ${baseCode}`];
  const table = (caption: string, side: "asks" | "bids") => (
    <PlainTable
      caption={caption}
      heads={heads}
      empty="Nobody offers any."
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
          Read the market again
        </Button>
        {data === undefined ? null : (
          <span className="numeric">
            {data.state === "behind" ? "Behind the network: " : ""}As of ledger {data.ledger.toLocaleString("en-US")}.
            Last price: {data.ticker.last === null ? "none" : comparablePrice(data.ticker.last)}.
          </span>
        )}
      </div>
      {error === null ? null : (
        <div className="mb-4">
          <Notice tone="error">{sentenceOf(error, "The market could not be read. Please try again.")}</Notice>
        </div>
      )}
      {data === undefined ? (
        <p className="text-sm text-ink-2">{isFetching ? "Reading the market." : "Not read yet."}</p>
      ) : (
        <>
          <div className="grid gap-x-8 md:grid-cols-2">
            {table("Offers to sell", "asks")}
            {table("Offers to buy", "bids")}
          </div>
          <PlainTable
            caption="Last trades"
            heads={["When", ...heads]}
            empty="No trade yet."
            rows={data.trades.slice(0, SHOWN).map(({ id, at, price, baseAmount, side }) => ({
              key: id,
              cells: [
                formatDate(Date.parse(at), { withTime: true }),
                `${comparablePrice(price)} (${side === "buy" ? "bought" : "sold"})`,
                formatAmountText(baseAmount),
              ],
            }))}
          />
        </>
      )}
    </>
  );
}

interface OwnOrdersProps {
  readonly rows: readonly LocalRow<"orders">[];
  readonly isOnline: boolean;
}

function OwnOrders({ rows, isOnline }: OwnOrdersProps) {
  const [cancelling, setCancelling] = useState<{ readonly offerId: string; readonly words: string } | null>(null);
  return (
    <>
      {cancelling === null ? null : (
        <CancelReview key={cancelling.offerId} {...cancelling} onClose={() => setCancelling(null)} />
      )}
      <PlainTable
        caption="Your open orders"
        heads={["Order", "Left", "Cancel"]}
        empty="No open order."
        rows={rows
          .toSorted((left, right) => (left.placedAt < right.placedAt ? 1 : -1))
          .map((row) => ({
            key: row.uid,
            cells: [
              wordsOf(row),
              formatAmountText(row.amount),
              <Button
                key="cancel"
                size="sm"
                variant="secondary"
                disabled={!isOnline || row.offerId === ""}
                aria-label={`Cancel: ${wordsOf(row)}`}
                onClick={() => setCancelling({ offerId: row.offerId, words: wordsOf(row) })}
              >
                Cancel
              </Button>,
            ],
          }))}
      />
    </>
  );
}

function wordsOf({ side, placedAmount, base, quote, price }: Omit<OrderRow, "_deleted">): string {
  const each = priceText(BigInt(price.n), BigInt(price.d));
  const verb = side === "buy" ? "Buy" : "Sell";
  return `${verb} ${formatAmountText(placedAmount)} ${codeOf(base)} at ${each === null ? "-" : comparablePrice(each)} ${codeOf(quote)}`;
}

function OwnFills({ rows }: { readonly rows: readonly LocalRow<"fills">[] }) {
  return (
    <PlainTable
      caption="What you traded"
      heads={["Trade", "For", "When"]}
      empty="Nothing traded yet."
      rows={rows.map(({ uid, side, base, quote, baseAmount, quoteAmount, timestamp }) => ({
        key: uid,
        cells: [
          `${side === "buy" ? "Bought" : "Sold"} ${formatAmountText(baseAmount)} ${codeOf(base)}`,
          `${formatAmountText(quoteAmount)} ${codeOf(quote)}`,
          formatDate(Date.parse(timestamp), { withTime: true }),
        ],
      }))}
    />
  );
}
