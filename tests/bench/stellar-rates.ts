import { Keypair } from "@stellar/stellar-sdk";
import type { AssetWire, OperationBodyWire } from "@stellar/stellar-sdk/xdr";
import { isSignedBy } from "#server/embedded/stellar/ledger/signatures.ts";
import { BenchNetwork, cpuMs, creditOf, median, payment, sellOffer, signerOf, trust } from "./stellar-network.ts";
import type { Signer } from "./stellar-network.ts";

const IN_A_LEDGER = 500;
const ROUNDS = 8;
const SIGNATURES = 1_000;

interface Measured {
  /** For so many things, of the clock and of this process's own time. */
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly closeWallMs: number;
}

/** Transactions submitted, checked and applied per second, payments and offers apart, beside raw signature checks. */
export function measureRates(tell: (line: string) => void): void {
  const bench = new BenchNetwork();
  try {
    const signers = bench.createAccounts(IN_A_LEDGER);
    const usd = creditOf("USD", bench.root);
    bench.run(signers.map((signer) => bench.envelope(signer, [trust(usd)])));
    const results: Record<"signatures" | "payments" | "offers", Measured[]> = {
      signatures: [],
      payments: [],
      offers: [],
    };
    // All three in every round, so that a busy machine is equally busy for each.
    for (let round = 0; round < ROUNDS; round += 1) {
      results.signatures.push(checkSignatures(round));
      results.payments.push(closeLedger(bench, signers, (index) => paymentOf(signers, index, round)));
      results.offers.push(closeLedger(bench, signers, (index) => offerOf(usd, index, round)));
    }
    tell(rateLine("raw ed25519 checks", SIGNATURES, results.signatures));
    tell(`${rateLine("payments", IN_A_LEDGER, results.payments)}, ${closeLine(results.payments)}`);
    tell(`${rateLine("offers", IN_A_LEDGER, results.offers)}, ${closeLine(results.offers)}`);
  } finally {
    bench.remove();
  }
}

function closeLedger(
  bench: BenchNetwork,
  signers: readonly Signer[],
  operation: (index: number) => OperationBodyWire,
): Measured {
  const envelopes = signers.map((signer, index) => bench.envelope(signer, [operation(index)]));
  const start = { wall: performance.now(), cpu: cpuMs() };
  bench.submit(envelopes);
  const submitted = performance.now();
  const { succeeded } = bench.network.closeLedger();
  const end = performance.now();
  if (succeeded !== envelopes.length) throw new Error(`only ${succeeded} of ${envelopes.length} succeeded`);
  return { wallMs: end - start.wall, cpuMs: cpuMs() - start.cpu, closeWallMs: end - submitted };
}

function checkSignatures(round: number): Measured {
  const signer = signerOf(Keypair.random());
  const messages = Array.from({ length: SIGNATURES }, (_, index) => Buffer.from(`message ${round} ${index}`));
  const signatures = messages.map((message) => signer.sign(message));
  const start = { wall: performance.now(), cpu: cpuMs() };
  for (const [index, message] of messages.entries()) {
    const signature = signatures[index];
    if (!signature || !isSignedBy(signer.account.ed25519, signature, message)) throw new Error("a signature is wrong");
  }
  const wallMs = performance.now() - start.wall;
  return { wallMs, cpuMs: cpuMs() - start.cpu, closeWallMs: 0 };
}

function paymentOf(signers: readonly Signer[], index: number, round: number): OperationBodyWire {
  const to = signers[(index + round + 1) % signers.length];
  if (!to) throw new Error("no accounts");
  return payment(to, 10_000_000n);
}

/** Offers on one side of the book, at prices all over it. */
function offerOf(usd: AssetWire, index: number, round: number): OperationBodyWire {
  return sellOffer({ type: 0 }, usd, 10_000_000n, 900 + ((index * 7 + round * 13) % 200), 1_000);
}

function rateLine(name: string, count: number, measured: readonly Measured[]): string {
  const perSecond = (ms: number) => ((count / ms) * 1000).toFixed(0);
  const wall = perSecond(median(measured.map((each) => each.wallMs)));
  const cpu = perSecond(median(measured.map((each) => each.cpuMs)));
  return `${name}: ${wall} per second by the clock, ${cpu} per second of one core's time`;
}

function closeLine(measured: readonly Measured[]): string {
  const closes = measured.map((each) => each.closeWallMs);
  return `a ledger of ${IN_A_LEDGER} closes in ${median(closes).toFixed(0)} ms (worst ${Math.max(...closes).toFixed(0)})`;
}
