import { Keypair, NetworkError, NotFoundError } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMarket } from "./market.ts";
import type { Market } from "./market.ts";
import * as shapes from "./shapes.ts";

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.network.stop());

describe("problems", () => {
  const nobody = Keypair.random().publicKey();
  const missing = "0".repeat(64);
  test.each([
    ["/accounts/G", 400, "account_id"],
    [`/accounts/${nobody}`, 404, undefined],
    [`/accounts/${nobody}/data/x`, 404, undefined],
    ["/accounts", 400, undefined],
    ["/accounts?asset=native", 400, "asset"],
    ["/accounts?signer=T", 400, "signer"],
    ["/accounts?liquidity_pool=1", 400, "liquidity_pool"],
    ["/assets?asset_code=!", 400, "asset_code"],
    ["/assets?cursor=x", 400, "cursor"],
    ["/claimable_balances/1", 400, "id"],
    [`/claimable_balances/00000000${missing}`, 404, undefined],
    ["/claimable_balances?cursor=x", 400, "cursor"],
    ["/liquidity_pools/1", 400, "liquidity_pool_id"],
    [`/liquidity_pools/${missing}`, 404, undefined],
    ["/liquidity_pools?reserves=a,b,c", 400, "reserves"],
    ["/transactions/ABC", 400, "tx_id"],
    [`/transactions/${missing}`, 404, undefined],
    [`/transactions/${missing}/operations`, 404, undefined],
    ["/transactions?include_failed=perhaps", 400, "include_failed"],
    ["/operations?join=accounts", 400, "join"],
    ["/operations?limit=0", 400, "limit"],
    ["/operations?limit=201", 400, "limit"],
    ["/operations?limit=many", 400, "limit"],
    ["/operations?order=up", 400, "order"],
    ["/operations?cursor=x", 400, "cursor"],
    ["/operations?cursor=-1", 400, "cursor"],
    ["/operations?order=desc&cursor=5", 410, undefined],
    ["/effects?order=desc&cursor=5-1", 410, undefined],
    ["/operations/5", 410, undefined],
    [`/operations/${(10n ** 18n).toString()}`, 404, undefined],
    ["/ledgers/0", 410, undefined],
    ["/ledgers/99999", 404, undefined],
    ["/ledgers/x", 400, "ledger_id"],
    ["/offers/x", 400, "offer_id"],
    ["/offers/99999", 404, undefined],
    ["/offers?selling_asset_code=USD", 400, "selling_asset_type"],
    ["/trades?base_asset_type=native", 400, "base_asset_type,counter_asset_type"],
    ["/trades?trade_type=gift", 400, "trade_type"],
    ["/trades?offer_id=1&trade_type=liquidity_pool", 400, "trade_type"],
    ["/trade_aggregations", 400, "base_asset_type"],
    ["/order_book?selling_asset_type=native", 400, undefined],
    ["/paths/strict-send?source_asset_type=native&source_amount=1", 400, undefined],
    ["/paths/strict-send?source_asset_type=native&source_amount=0&destination_assets=native", 400, "source_amount"],
    ["/paths/strict-send?source_asset_type=gold&source_amount=1&destination_assets=native", 400, "source_asset_type"],
    ["/nothing", 404, undefined],
  ])("GET %s answers %i naming %s", async (path, status, field) => {
    const response = await ask(path);
    expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    const problem = v.parse(shapes.Problem, await response.json());
    expect([response.status, problem.status, problem.extras?.["invalid_field"]]).toEqual([status, status, field]);
    if (field !== undefined) expect(problem.extras?.["reason"]).toEqual(expect.any(String));
  });

  test("a submission must be a form with an envelope in it; other methods are not allowed", async () => {
    const post = (path: string, body: string | URLSearchParams, type?: string) =>
      fetch(market.network.url + path, { method: "POST", body, ...(type && { headers: { "content-type": type } }) });
    for (const path of ["/transactions", "/transactions_async"]) {
      expect((await post(path, "{}", "application/json")).status).toBe(415);
      const malformed = await post(path, new URLSearchParams({ tx: "AAAA" }));
      expect([malformed.status, await malformed.json()]).toMatchObject([400, { extras: { envelope_xdr: "AAAA" } }]);
    }
    expect((await post("/accounts", "")).status).toBe(405);
  });

  test.each(["//", "/accounts/%ff", "/accounts/%E0%A4%A"])("the address %s is malformed", async (path) => {
    const response = await fetch(market.network.url + path);
    expect([response.status, await response.json()]).toEqual([400, { message: "The request's address is malformed." }]);
  });

  test("become the SDK's errors", async () => {
    const { horizon } = market.network;
    await expect(horizon.loadAccount(nobody)).rejects.toBeInstanceOf(NotFoundError);
    await expect(horizon.operations().cursor("x").call()).rejects.toBeInstanceOf(NetworkError);
  });
});

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(market.network.url + path, { headers });
}
