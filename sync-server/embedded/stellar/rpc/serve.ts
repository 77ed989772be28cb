import * as v from "valibot";
import type { Reply, Request } from "#server/embedded/stellar/http.ts";
import type { RpcContext } from "./context.ts";
import { getLedgerEntries } from "./entries.ts";
import { RpcCode, RpcError } from "./errors.ts";
import { getFeeStats, getHealth, getLatestLedger, getNetwork, getVersionInfo } from "./info.ts";
import { getLedgers } from "./ledgers.ts";
import { getTransaction, getTransactions, sendTransaction } from "./transactions.ts";

const METHODS: Readonly<Record<string, (context: RpcContext, params: unknown) => object>> = {
  getHealth,
  getNetwork,
  getVersionInfo,
  getLatestLedger,
  getLedgerEntries,
  getFeeStats,
  sendTransaction,
  getTransaction,
  getTransactions,
  getLedgers,
};

const Call = v.object({
  jsonrpc: v.literal("2.0"),
  id: v.optional(v.union([v.string(), v.number(), v.null()])),
  method: v.string(),
  params: v.optional(v.unknown()),
});

/** Answers one JSON-RPC call, or a batch of them. */
export function serveRpc(request: Request, context: RpcContext): Reply {
  if (request.method !== "POST") return { status: 405, body: { message: "JSON-RPC calls are POST requests" } };
  let payload: unknown;
  try {
    payload = JSON.parse(request.body);
  } catch {
    return { status: 200, body: failure(null, RpcCode.parseError, "Parse error") };
  }
  const body = Array.isArray(payload) ? payload.map((call) => answer(call, context)) : answer(payload, context);
  return { status: 200, body };
}

function answer(payload: unknown, context: RpcContext): object {
  const parsed = v.safeParse(Call, payload);
  if (!parsed.success) return failure(null, RpcCode.invalidRequest, "Invalid Request");
  const { id = null, method, params } = parsed.output;
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!run) return failure(id, RpcCode.methodNotFound, refusal(method));
  try {
    return { jsonrpc: "2.0", id, result: run(context, params) };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error.code, error.message);
    console.error(`${method} failed:`, error);
    return failure(id, RpcCode.internal, "internal error");
  }
}

/** Methods of the real RPC that only make sense with smart contracts. */
const CONTRACT_METHODS: ReadonlySet<string> = new Set(["simulateTransaction", "getEvents"]);

function refusal(method: string): string {
  return CONTRACT_METHODS.has(method)
    ? `${method} is not supported: this network has no smart contracts`
    : "method not found";
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
