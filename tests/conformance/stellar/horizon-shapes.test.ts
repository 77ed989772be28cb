import { Asset } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMarket } from "./market.ts";
import type { Market } from "./market.ts";
import { Effect } from "./effect-shapes.ts";
import { OPERATION_TYPES, Operation } from "./operation-shapes.ts";
import * as shapes from "./shapes.ts";

const XLM = Asset.native();
const of = (key: Keypair) => key.publicKey();

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.network.stop());

describe("shapes", () => {
  test("are Horizon's, field by field", async () => {
    const { taker, maker, sponsored, sponsor, usd, eur, poolId, balanceId, offerId, bumped } = market;
    const pair = (prefix: string, asset: Asset) =>
      asset.isNative()
        ? `${prefix}_asset_type=native`
        : `${prefix}_asset_type=credit_alphanum4&${prefix}_asset_code=${asset.getCode()}&${prefix}_asset_issuer=${asset.getIssuer()}`;
    const paths = v.strictObject({ _embedded: v.strictObject({ records: v.array(shapes.Path) }) });
    const candles = `/trade_aggregations?${pair("base", usd)}&${pair("counter", eur)}&resolution=60000`;
    const questions: readonly (readonly [string, v.GenericSchema])[] = [
      ["/", shapes.Root],
      ["/fee_stats", shapes.FeeStats],
      ...[taker, maker, sponsored, sponsor].map((key) => [`/accounts/${of(key)}`, shapes.Account] as const),
      [`/accounts?asset=USD:${usd.getIssuer()}`, shapes.Page(shapes.Account)],
      [`/accounts/${of(sponsored)}/data/greeting`, v.strictObject({ value: v.string(), sponsor: v.string() })],
      ["/assets", shapes.Page(shapes.AssetStat)],
      ["/ledgers?limit=200", shapes.Page(shapes.Ledger)],
      ["/ledgers/2", shapes.Ledger],
      ["/transactions?limit=200&include_failed=true", shapes.Page(shapes.Transaction)],
      [`/transactions/${bumped}`, shapes.Transaction],
      ["/operations?limit=200&include_failed=true&join=transactions", shapes.Page(Operation)],
      ["/payments?limit=200", shapes.Page(Operation)],
      ["/effects?limit=200", shapes.Page(Effect)],
      ["/offers", shapes.Page(shapes.Offer)],
      [`/offers/${offerId}`, shapes.Offer],
      ["/trades", shapes.Page(shapes.Trade)],
      [candles, shapes.Page(shapes.TradeAggregation)],
      [`/order_book?${pair("selling", usd)}&${pair("buying", XLM)}`, shapes.OrderBook],
      [`/paths/strict-send?${pair("source", XLM)}&source_amount=1&destination_account=${of(taker)}`, paths],
      [`/paths?${pair("destination", eur)}&destination_amount=1&source_account=${of(taker)}`, paths],
      ["/claimable_balances", shapes.Page(shapes.ClaimableBalance)],
      [`/claimable_balances/${balanceId}`, shapes.ClaimableBalance],
      ["/liquidity_pools", shapes.Page(shapes.LiquidityPool)],
      [`/liquidity_pools/${poolId}`, shapes.LiquidityPool],
    ];
    for (const [path, shape] of questions) {
      const response = await ask(path);
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        200,
        "application/hal+json; charset=utf-8",
      ]);
      const checked = v.safeParse(shape, await response.json());
      expect([path, checked.issues && v.flatten(checked.issues).nested]).toEqual([path, undefined]);
    }
  });

  test("say as of which ledger the state is, and are not to be kept", async () => {
    const { seq } = market.network.server.network.chain.last;
    const account = await ask(`/accounts/${of(market.taker)}`);
    expect(account.headers.get("latest-ledger")).toBe(String(seq));
    expect(account.headers.get("cache-control")).toBe("no-cache, no-store, max-age=0");
    expect((await ask("/operations")).headers.get("latest-ledger")).toBeNull();
  });

  test("of data entries can be bare bytes", async () => {
    const path = `/accounts/${of(market.sponsored)}/data/greeting`;
    const response = await ask(path, { accept: "application/octet-stream" });
    expect(await response.text()).toBe("hello");
    expect((await ask(path, { accept: "text/html" })).status).toBe(406);
  });
});

test("each kind of operation is among those whose shape is checked", async () => {
  const seen = new Set<string>();
  let page = await market.network.horizon.operations().limit(200).call();
  for (; page.records.length > 0; page = await page.next()) for (const { type } of page.records) seen.add(type);
  expect([...seen].toSorted()).toEqual(OPERATION_TYPES);
});

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(market.network.url + path, { headers });
}
