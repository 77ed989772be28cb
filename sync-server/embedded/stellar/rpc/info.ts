import { xdr } from "@stellar/stellar-sdk";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { ledgerMeta, operationCount } from "./close-meta.ts";
import type { RpcContext } from "./context.ts";
import { base64, oldestLedger } from "./context.ts";
import { internal } from "./errors.ts";

const VERSION = "28.0.0-astrolabe";

/** A server that lags further behind than this calls itself unhealthy. */
const MAX_LATENCY_SECONDS = 30;

export function getHealth(context: RpcContext): object {
  const { last } = context.view;
  const oldest = oldestLedger(context);
  const latency = context.network.chain.last.closedAt - last.closedAt;
  if (latency > MAX_LATENCY_SECONDS) {
    const limit = `${MAX_LATENCY_SECONDS}s`;
    throw internal(`latency (${latency}s) since last known ledger closed is too high (>${limit})`);
  }
  return {
    status: "healthy",
    latestLedger: last.seq,
    latestLedgerCloseTime: String(last.closedAt),
    oldestLedger: oldest.seq,
    oldestLedgerCloseTime: String(oldest.closedAt),
    ledgerRetentionWindow: Number.isFinite(context.retainLedgers) ? context.retainLedgers : last.seq,
  };
}

export function getNetwork({ network, friendbotUrl }: RpcContext): object {
  const { passphrase, protocol } = network.chain;
  return { friendbotUrl, passphrase, protocolVersion: protocol };
}

export function getVersionInfo({ network }: RpcContext): object {
  const { protocol } = network.chain;
  const captiveCoreVersion = `astrolabe embedded ledger (protocol ${protocol})`;
  return {
    version: VERSION,
    commitHash: "",
    buildTimestamp: "",
    captiveCoreVersion,
    protocolVersion: protocol,
  };
}

export function getLatestLedger(context: RpcContext): object {
  const row = context.view.last;
  return {
    id: hex(row.hash),
    protocolVersion: context.network.chain.protocol,
    sequence: row.seq,
    closeTime: String(row.closedAt),
    headerXdr: base64(row.header),
    metadataXdr: base64(xdr.LedgerCloseMeta.schema.encode(ledgerMeta(row, context))),
  };
}

const FEE_LEDGERS = 10;

/** Fees bid per operation in the last ledgers. */
export function getFeeStats(context: RpcContext): object {
  const { history, last } = context.view;
  const first = Math.max(1, last.seq - FEE_LEDGERS + 1);
  const fees = history.transactionsFrom(first).map((row) => {
    const { feeCharged } = xdr.TransactionResult.schema.decode(row.result);
    return feeCharged / BigInt(Math.max(1, operationCount(xdr.TransactionEnvelope.schema.decode(row.envelope))));
  });
  const none = distribution([], 0);
  const inclusionFee = fees.length === 0 ? none : distribution(fees, last.seq - first + 1);
  return { sorobanInclusionFee: none, inclusionFee, latestLedger: last.seq };
}

/** Minimum, maximum, most frequent and percentiles of fees. */
export function distribution(fees: readonly bigint[], ledgerCount: number): Record<string, string | number> {
  const sorted = fees.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const at = (percent: number) => String(sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0n);
  const percentiles = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99].map((percent) => [`p${percent}`, at(percent)]);
  return {
    max: at(100),
    min: String(sorted[0] ?? 0n),
    mode: String(mostFrequent(sorted)),
    ...Object.fromEntries(percentiles),
    transactionCount: String(fees.length),
    ledgerCount,
  };
}

function mostFrequent(sorted: readonly bigint[]): bigint {
  const counts = new Map<bigint, number>();
  let best = 0n;
  for (const fee of sorted) {
    counts.set(fee, (counts.get(fee) ?? 0) + 1);
    if ((counts.get(fee) ?? 0) > (counts.get(best) ?? 0)) best = fee;
  }
  return best;
}
