import type { Reply, Request } from "#server/embedded/stellar/http.ts";
import { accountData, listAccounts, oneAccount } from "./accounts.ts";
import type { HorizonContext } from "./context.ts";
import { feeStats } from "./fee-stats.ts";
import { listLedgers, oneLedger } from "./ledgers.ts";
import { pageReply, readPageQuery } from "./paging.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { HorizonProblem, badRequest, notFound } from "./problem.ts";
import { root } from "./root.ts";
import { publicKey } from "./text.ts";
import { isAddress } from "./transaction-resource.ts";
import { listTransactions, oneTransaction, submitTransaction, submitTransactionAsync } from "./transactions.ts";

/** What a path stands for: one thing, or a list that can be paged through (and mostly streamed). */
export type Resource =
  | { readonly kind: "one"; readonly read: () => object }
  | { readonly kind: "list"; readonly read: (page: PageQuery) => ListRecord[]; readonly streams: boolean };

/** Answers a request to Horizon, other than for a stream. */
export async function serveHorizon(request: Request, context: HorizonContext): Promise<Reply> {
  try {
    if (request.method === "POST" && request.path === "/transactions") return await submitTransaction(request, context);
    if (request.method === "POST" && request.path === "/transactions_async") {
      return submitTransactionAsync(request, context);
    }
    const resource = findResource(request, context);
    if (resource.kind === "one") {
      return { status: 200, body: resource.read(), type: "application/hal+json; charset=utf-8" };
    }
    const page = readPageQuery(request.query);
    return pageReply(resource.read(page), page, request);
  } catch (error) {
    if (error instanceof HorizonProblem) return error.reply;
    throw error;
  }
}

/** What the path of a request names; throws a problem where that is nothing. */
export function findResource(request: Request, context: HorizonContext): Resource {
  if (request.method !== "GET") throw notFound();
  const segments = request.path.split("/").filter((segment) => segment !== "");
  const [collection = "", id, part, extra] = segments.map(decodeURIComponent);
  const resource =
    id === undefined
      ? topLevel(collection, request, context)
      : part === undefined
        ? single(collection, id, context)
        : nested(collection, id, part, extra, request, context);
  if (!resource) throw notFound();
  return resource;
}

function topLevel(collection: string, request: Request, context: HorizonContext): Resource | undefined {
  const includeFailed = request.query.get("include_failed") === "true";
  switch (collection) {
    case "":
      return one(() => root(context));
    case "accounts":
      return list((page) => listAccounts(page, request.query, context), false);
    case "transactions":
      return list((page) => listTransactions(page, context, { includeFailed }));
    case "ledgers":
      return list((page) => listLedgers(page, context));
    case "fee_stats":
      return one(() => feeStats(context));
    default:
      return undefined;
  }
}

function single(collection: string, id: string, context: HorizonContext): Resource | undefined {
  switch (collection) {
    case "accounts":
      return one(() => oneAccount(id, context));
    case "transactions":
      return one(() => oneTransaction(id, context));
    case "ledgers":
      return one(() => oneLedger(ledgerNumber(id), context));
    default:
      return undefined;
  }
}

function nested(
  collection: string,
  id: string,
  part: string,
  extra: string | undefined,
  request: Request,
  context: HorizonContext,
): Resource | undefined {
  const includeFailed = request.query.get("include_failed") === "true";
  switch (`${collection}/${part}`) {
    case "accounts/data":
      return extra === undefined ? undefined : one(() => accountData(id, extra, context));
    case "accounts/transactions":
      return list((page) => listTransactions(page, context, { account: accountId(id), includeFailed }));
    case "ledgers/transactions":
      return list((page) => listTransactions(page, context, { ledger: ledgerNumber(id), includeFailed }));
    default:
      return undefined;
  }
}

function one(read: () => object): Resource {
  return { kind: "one", read };
}

function list(read: (page: PageQuery) => ListRecord[], streams = true): Resource {
  return { kind: "list", read, streams };
}

function accountId(text: string): Uint8Array {
  if (!isAddress(text))
    throw badRequest("account_id", "Account ID must start with `G` and contain 56 alphanum characters");
  return publicKey(text).ed25519;
}

function ledgerNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw badRequest("ledger_id", "ledger_id must be a ledger sequence number");
  return Number(text);
}
