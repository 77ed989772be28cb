import type { RpcContext } from "#server/embedded/stellar/rpc/context.ts";
import { Faults } from "#server/embedded/stellar/faults.ts";
import { History } from "#server/embedded/stellar/history.ts";
import { getLedgers } from "#server/embedded/stellar/rpc/ledgers.ts";
import { Views } from "#server/embedded/stellar/view.ts";
import { BenchNetwork, cpuMs, median, payment } from "./stellar-network.ts";
import type { Signer } from "./stellar-network.ts";

const IN_A_LEDGER = 500;
const ROUNDS = 12;
/** The last protocol whose metadata has no place for events. */
const WITHOUT_EVENTS = 22;
const WITH_EVENTS = 27;

interface Side {
  readonly bench: BenchNetwork;
  readonly signers: readonly Signer[];
  readonly context: RpcContext;
  /** Of this process's own time, one for each ledger. */
  readonly closeMs: number[];
  /** Of closing, and of a client that reads every ledger as it closes. */
  readonly readMs: number[];
}

/**
 * Payments per second of one core's time with events and without, on two networks in turn, so that a busy machine is equally busy for
 * both: as ledgers close, and where somebody reads each of them as well, for whom alone events are worked out.
 */
export function measureEvents(tell: (line: string) => void): void {
  const [plain, told] = [open(WITHOUT_EVENTS), open(WITH_EVENTS)];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of round % 2 === 0 ? [plain, told] : [told, plain]) play(side, round);
    }
    const ratio = (of: (side: Side) => readonly number[]) => (median(of(plain)) / median(of(told))).toFixed(2);
    tell(
      `payments with events: ${ratio((side) => side.closeMs)} of those without (goal 0.90), ` +
        `${ratio((side) => side.readMs)} where every ledger is read as well`,
    );
  } finally {
    plain.bench.remove();
    told.bench.remove();
  }
}

function open(protocol: number): Side {
  const bench = new BenchNetwork(protocol);
  const history = new History(bench.store);
  const views = new Views(bench.network.chain, history, new Faults());
  const context: RpcContext = {
    network: bench.network,
    get view() {
      return views.now;
    },
    friendbotUrl: "",
    retainLedgers: Infinity,
    isHidden: () => false,
  };
  return { bench, signers: bench.createAccounts(IN_A_LEDGER), context, closeMs: [], readMs: [] };
}

function play({ bench, signers, context, closeMs, readMs }: Side, round: number): void {
  const envelopes = signers.map((signer, index) => {
    const to = signers[(index + round + 1) % signers.length];
    if (!to) throw new Error("no accounts");
    return bench.envelope(signer, [payment(to, 10_000_000n)]);
  });
  const start = cpuMs();
  bench.run(envelopes);
  const closed = cpuMs();
  getLedgers(context, { startLedger: context.view.last.seq, pagination: { limit: 1 } });
  closeMs.push(closed - start);
  readMs.push(cpuMs() - start);
}
