import type { Reply, Request } from "#server/embedded/stellar/http.ts";
import { accountData, listAccounts, oneAccount, rawAccountData } from "./accounts.ts";
import { listAssets } from "./assets.ts";
import { balanceIdIn, listClaimableBalances, oneClaimableBalance } from "./claimable-balances.ts";
import type { HorizonContext } from "./context.ts";
import { listEffects } from "./effects.ts";
import { feeStats } from "./fee-stats.ts";
import { listLedgers, oneLedger } from "./ledgers.ts";
import { listPools, onePool } from "./liquidity-pools.ts";
import { listOffers, oneOffer } from "./offers.ts";
import { listOperations, oneOperation } from "./operations.ts";
import { orderBook } from "./order-book.ts";
import { pathsResource } from "./paths.ts";
import { tradeAggregations } from "./trade-aggregations.ts";
import { listTrades } from "./trades.ts";
import { HAL_JSON, type ListRecord, type PageQuery, pageReply, readPageQuery } from "./paging.ts";
import { negotiate } from "./negotiate.ts";
import { booleanIn, joinIn, requireAddress, requireHash } from "./parameters.ts";
import { HorizonProblem, badRequest, notAcceptable, notFound } from "./problem.ts";
import { root } from "./root.ts";
import { publicKey } from "./text.ts";
import { listTransactions, oneTransaction, submitTransaction, submitTransactionAsync } from "./transactions.ts";
import type { Resource } from "./resource.ts";

/** Paths that tell the current state rather than history; their answers say as of which ledger. */
const STATE =
  /^\/(accounts(\/[^/]+(\/data\/.*|\/offers)?)?|claimable_balances(\/[^/]+)?|liquidity_pools(\/[^/]+)?|offers(\/[^/]+)?|assets|order_book|paths(\/[^/]+)?)$/;

/** Answers a request to Horizon, other than for a stream. */
export async function serveHorizon(request: Request, context: HorizonContext): Promise<Reply> {
  const seq = context.view.last.seq;
  const reply = await answer(request, context);
  const headers = {
    "cache-control": "no-cache, no-store, max-age=0",
    "access-control-expose-headers": "Date, Latest-Ledger",
    ...(STATE.test(request.path) && { "latest-ledger": String(seq) }),
  };
  return { ...reply, headers };
}

async function answer(request: Request, context: HorizonContext): Promise<Reply> {
  try {
    if (request.method === "POST" && request.path === "/transactions") return await submitTransaction(request, context);
    if (request.method === "POST" && request.path === "/transactions_async") {
      return submitTransactionAsync(request, context);
    }
    return read(request, findResource(request, context), context);
  } catch (error) {
    if (error instanceof HorizonProblem) return error.reply;
    throw error;
  }
}

function read(request: Request, resource: Resource, context: HorizonContext): Reply {
  if (request.method !== "GET") return { status: 405, body: "" };
  const form = negotiate(request.accept);
  if (form === "raw" && resource.kind === "one" && resource.readRaw) {
    return { status: 200, body: resource.readRaw(), type: "application/octet-stream" };
  }
  if (form !== "json") throw notAcceptable();
  if (resource.kind === "one") return { status: 200, body: resource.read(), type: HAL_JSON };
  const page = readPageQuery(request.query, context.view.last.seq);
  return pageReply(resource.read(page), page, request);
}

/** What the path of a request names; throws a problem where that is nothing. */
export function findResource(request: Request, context: HorizonContext): Resource {
  const segments = request.path.split("/").filter((segment) => segment !== "");
  const [collection = "", id, part, extra] = segments.map(decodeURIComponent);
  const resource =
    id === undefined
      ? topLevel(collection, request, context)
      : part === undefined
        ? single(collection, id, request, context)
        : part === "data" && extra !== undefined
          ? dataEntry(collection, id, extra, context)
          : nested(collection, id, part, request, context);
  if (!resource) throw notFound();
  return resource;
}

function topLevel(collection: string, request: Request, context: HorizonContext): Resource | undefined {
  const { query } = request;
  const filter = historyFilter(query);
  switch (collection) {
    case "":
      return one(() => root(context));
    case "accounts":
      return list((page) => listAccounts(page, query, context), false);
    case "transactions":
      return list((page) => listTransactions(page, context, filter));
    case "operations":
      return list((page) => listOperations(page, { ...filter, onlyPayments: false }, context));
    case "payments":
      return list((page) => listOperations(page, { ...filter, onlyPayments: true }, context));
    case "effects":
      return list((page) => listEffects(page, {}, context));
    case "ledgers":
      return list((page) => listLedgers(page, context));
    case "assets":
      return list((page) => listAssets(page, query, context), false);
    case "offers":
      return list((page) => listOffers(page, query, context), false);
    case "trades":
      return list((page) => listTrades(page, query, {}, context));
    case "trade_aggregations":
      return one(() => tradeAggregations(request, context));
    case "order_book":
      return one(() => orderBook(query, context), true);
    case "claimable_balances":
      return list((page) => listClaimableBalances(page, query, context), false);
    case "liquidity_pools":
      return list((page) => listPools(page, query, context), false);
    case "paths":
      return pathsResource("strict-receive", query, context);
    case "fee_stats":
      return one(() => feeStats(context));
    default:
      return undefined;
  }
}

function single(collection: string, id: string, { query }: Request, context: HorizonContext): Resource | undefined {
  switch (collection) {
    case "accounts":
      return one(() => oneAccount(id, context), true);
    case "transactions":
      return one(() => oneTransaction(id, context));
    case "operations":
      return one(() => oneOperation(id, joinIn(query), context));
    case "ledgers":
      return one(() => oneLedger(ledgerNumber(id), context));
    case "offers":
      return one(() => oneOffer(id, context));
    case "claimable_balances":
      return one(() => oneClaimableBalance(id, context));
    case "liquidity_pools":
      return one(() => onePool(id, context));
    case "paths":
      return pathsResource(id, query, context);
    default:
      return undefined;
  }
}

function dataEntry(collection: string, id: string, name: string, context: HorizonContext): Resource | undefined {
  if (collection !== "accounts") return undefined;
  const readRaw = () => rawAccountData(id, name, context);
  return { kind: "one", read: () => accountData(id, name, context), streams: true, readRaw };
}

/** Lists that belong to one thing: `/<collection>/<id>/<part>`. */
function nested(
  collection: string,
  id: string,
  part: string,
  request: Request,
  context: HorizonContext,
): Resource | undefined {
  const { query } = request;
  if (part === "trades") return tradesOf(collection, id, query, context);
  const scope = scopeOf(collection, id);
  if (!scope) return undefined;
  const filter = { ...historyFilter(query), ...scope };
  switch (part) {
    case "transactions":
      return list((page) => listTransactions(page, context, filter));
    case "operations":
      return list((page) => listOperations(page, { ...filter, onlyPayments: false }, context));
    case "payments":
      return list((page) => listOperations(page, { ...filter, onlyPayments: true }, context));
    case "effects":
      return list((page) => listEffects(page, scope, context));
    case "offers":
      return list((page) => listOffers(page, new URLSearchParams({ seller: id }), context));
    default:
      return undefined;
  }
}

interface Scope {
  readonly account?: Uint8Array;
  readonly ledger?: number;
  readonly transaction?: string;
  readonly operation?: string;
  /** Whether `account` is the id of a pool or claimable balance instead, by which history is kept all the same. */
  readonly isThing?: true;
}

function scopeOf(collection: string, id: string): Scope | undefined {
  switch (collection) {
    case "accounts":
      return { account: accountId(id) };
    case "ledgers":
      return { ledger: ledgerNumber(id) };
    case "transactions":
      return { transaction: id };
    case "operations":
      if (!/^\d{1,19}$/.test(id)) throw badRequest("op_id", "Operation ID must be an integer higher than 0");
      return { operation: id };
    case "liquidity_pools":
      requireHash("liquidity_pool_id", id);
      return { account: Buffer.from(id, "hex"), isThing: true };
    case "claimable_balances":
      return { account: balanceIdIn(id, "claimable_balance_id"), isThing: true };
    default:
      return undefined;
  }
}

function tradesOf(
  collection: string,
  id: string,
  query: URLSearchParams,
  context: HorizonContext,
): Resource | undefined {
  switch (collection) {
    case "accounts":
      return list((page) => listTrades(page, query, { account: accountId(id) }, context));
    case "liquidity_pools":
      requireHash("liquidity_pool_id", id);
      return list((page) => listTrades(page, query, { poolId: id.toLowerCase() }, context));
    case "offers": {
      const ofOffer = new URLSearchParams(query);
      ofOffer.set("offer_id", id);
      return list((page) => listTrades(page, ofOffer, {}, context));
    }
    default:
      return undefined;
  }
}

function historyFilter(query: URLSearchParams): {
  readonly includeFailed: boolean;
  readonly joinTransactions: boolean;
} {
  return {
    includeFailed: booleanIn("include_failed", query),
    joinTransactions: joinIn(query),
  };
}

function one(read: () => object, streams = false): Resource {
  return { kind: "one", read, streams };
}

function list(read: (page: PageQuery) => ListRecord[], streams = true): Resource {
  return { kind: "list", read, streams };
}

function accountId(text: string): Uint8Array {
  requireAddress("account_id", text);
  return publicKey(text).ed25519;
}

function ledgerNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw badRequest("ledger_id", "Ledger ID must be an integer higher than 0");
  return Number(text);
}
