import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { LedgerOutput, NetworkStatsOutput } from "#schemas/network-stats.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import type { FeeStats, LedgerSummary } from "#server/platform/network/ledgers.ts";
import { NetworkError, type NodeStatus, type StellarNetwork } from "#server/platform/network/network.ts";

/** Ledgers that are kept and told of. */
const KEPT_LEDGERS = 60;
/** Ledgers read at once, at first and after nobody looked for a while: each is up to some megabytes on a busy network. */
const READ_AT_ONCE = 12;
/** The network is not asked more often than this, whoever looks. */
const REST_MS = 1000;

/** What was read of the network last. */
interface Seen {
  readonly ledgers: readonly LedgerSummary[];
  readonly fees: FeeStats;
}

/**
 * The state of the network, read at most once a second and once for each ledger, whoever and how many look. Nothing is read
 * while nobody looks.
 */
export function openNetworkStats({ database, clock }: Runtime, network: StellarNetwork) {
  let seen: Seen | null = null;
  let answer: { readonly stats: NetworkStatsOutput; readonly atMs: number } | null = null;
  let underWay: Promise<NetworkStatsOutput> | null = null;

  async function readNew(): Promise<NetworkStatsOutput> {
    try {
      const { sequence } = await network.head();
      if (seen?.ledgers.at(-1)?.sequence !== sequence) seen = await look(network, seen, sequence);
    } catch (error) {
      if (error instanceof NetworkError) throw new AppError("network-unreachable", {}, { cause: error });
      throw error;
    }
    const stats = statsOf(network, seen, await ingestedLedger(database, null), clock.now());
    answer = { stats, atMs: performance.now() };
    return stats;
  }

  return {
    /** Throws `network-unreachable`. */
    read(): Promise<NetworkStatsOutput> {
      if (answer && performance.now() - answer.atMs < REST_MS) return Promise.resolve(answer.stats);
      underWay ??= readNew().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}

async function look(network: StellarNetwork, before: Seen | null, newest: number): Promise<Seen> {
  const known = before?.ledgers ?? [];
  const last = known.at(-1)?.sequence ?? 0;
  const first = Math.max(last + 1, newest - READ_AT_ONCE + 1, 1);
  const fees = await network.feeStats();
  const read = await network.ledgers(first, READ_AT_ONCE).catch((error: unknown) => {
    // An idle network may have forgotten some of these ledgers, but never the newest.
    if (error instanceof NetworkError && first < newest) return network.ledgers(newest, 1);
    throw error;
  });
  if (read.length === 0 && known.length === 0) throw new NetworkError(`no node has told of ledger ${newest}`);
  // The newest may be one that nobody here can read.
  if (read.length === 0) return { fees, ledgers: known };
  // After a gap the older ones would only look like one ledger that took very long.
  const isNext = read[0]?.sequence === last + 1;
  return { fees, ledgers: [...(isNext ? known : []), ...read].slice(-KEPT_LEDGERS) };
}

function statsOf(network: StellarNetwork, seen: Seen | null, ingested: number, readAt: Date): NetworkStatsOutput {
  const newest = seen?.ledgers.at(-1);
  if (!seen || !newest) throw new Error("nothing was read of the network");
  const { ledgers, fees } = seen;
  const text = (stroops: bigint): string => String(stroops);
  return {
    passphrase: network.passphrase,
    readAt: readAt.toISOString(),
    ledgers: ledgers.map(ledgerOutput),
    protocol: newest.protocol,
    baseFee: text(newest.baseFee),
    baseReserve: formatAmount(newest.baseReserve),
    totalXlm: formatAmount(newest.totalCoins),
    feePoolXlm: formatAmount(newest.feePool),
    fees: {
      ledgers: fees.ledgers,
      transactions: fees.transactions,
      min: text(fees.min),
      p10: text(fees.p10),
      p50: text(fees.p50),
      p90: text(fees.p90),
      p95: text(fees.p95),
      p99: text(fees.p99),
      max: text(fees.max),
    },
    ingestedLedger: ingested,
    nodes: nodesOutput(network.nodes()),
  };
}

function ledgerOutput(ledger: LedgerSummary, index: number, all: readonly LedgerSummary[]): LedgerOutput {
  const { sequence, closedAt, transactions, failedTransactions, operations } = ledger;
  const before = all[index - 1];
  const tookSeconds = before ? (closedAt.getTime() - before.closedAt.getTime()) / 1000 : null;
  return { sequence, closedAt: closedAt.toISOString(), tookSeconds, transactions, failedTransactions, operations };
}

/** Numbered instead of named: an address may tell what an operator pays for. */
function nodesOutput(nodes: readonly NodeStatus[]): NetworkStatsOutput["nodes"] {
  const newest = Math.max(0, ...nodes.map(({ latestLedger }) => latestLedger));
  return nodes.map(({ state, latestLedger }, index) => ({
    name: `Node ${index + 1}`,
    state,
    behind: latestLedger === 0 ? null : newest - latestLedger,
  }));
}
