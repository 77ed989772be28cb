import * as v from "valibot";
import type { Reply, Request } from "#server/embedded/stellar/http.ts";
import type { RpcContext } from "./context.ts";
import { getLedgerEntries } from "./entries.ts";
import { RpcCode, RpcError } from "./errors.ts";
import { getEvents } from "./events.ts";
import { getFeeStats, getHealth, getLatestLedger, getNetwork, getVersionInfo } from "./info.ts";
import { getLedgers } from "./ledgers.ts";
import { simulateTransaction } from "./simulate.ts";
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
  getEvents,
  simulateTransaction,
};

const Call = v.object({
  jsonrpc: v.literal("2.0"),
  id: v.optional(v.union([v.string(), v.number(), v.null()])),
  method: v.string(),
  params: v.optional(v.unknown()),
});

/** Answers one JSON-RPC call, or a batch of them; calls without an id are carried out, but not answered. */
export function serveRpc(request: Request, context: RpcContext): Reply {
  if (request.method !== "POST") return { status: 405, body: { message: "JSON-RPC calls are POST requests" } };
  let payload: unknown;
  try {
    payload = JSON.parse(request.body);
  } catch {
    return { status: 200, body: failure(null, RpcCode.parseError, "Parse error") };
  }
  if (!Array.isArray(payload)) return reply(answer(payload, context));
  if (payload.length === 0) return reply(failure(null, RpcCode.invalidRequest, "Invalid Request"));
  const answers = payload.flatMap((call: unknown) => answer(call, context) ?? []);
  return reply(answers.length > 0 ? answers : undefined);
}

function reply(body: object | undefined): Reply {
  return body ? { status: 200, body } : { status: 204, body: "" };
}

function answer(payload: unknown, context: RpcContext): object | undefined {
  const parsed = v.safeParse(Call, payload);
  if (!parsed.success) return failure(null, RpcCode.invalidRequest, "Invalid Request");
  const { id, ...call } = parsed.output;
  const answered = run(call, id ?? null, context);
  return id === undefined ? undefined : answered;
}

function run(
  { method, params }: Pick<v.InferOutput<typeof Call>, "method" | "params">,
  id: string | number | null,
  context: RpcContext,
): object {
  const serve = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!serve) return failure(id, RpcCode.methodNotFound, "method not found", method);
  try {
    return { jsonrpc: "2.0", id, result: serve(context, params) };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error.code, error.message, error.data);
    console.error(`${method} failed:`, error);
    return failure(id, RpcCode.internal, "internal error");
  }
}

function failure(id: string | number | null, code: number, message: string, data?: unknown): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
}
