import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Account, Asset, Keypair, Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { systemClock } from "./clock.ts";
import { rootKey } from "./ledger/genesis.ts";
import { isSignedBy } from "./ledger/signatures.ts";
import { Network } from "./network.ts";
import { Store } from "./store.ts";

const PASSPHRASE = "benchmark";
const ACCOUNTS = 500;
const ROUNDS = 6;
const PER_TRANSACTION = 100;

/** Measures submission and application of transactions on this machine, beside its raw signature rate. */
function main(): void {
  const directory = mkdtempSync(join(tmpdir(), "astrolabe-bench-"));
  const store = new Store(directory);
  try {
    const network = new Network(store, systemClock(), { passphrase: PASSPHRASE, protocol: 23, closeIntervalMs: 0 });
    const root = rootKey(PASSPHRASE);
    const keys = Array.from({ length: ACCOUNTS }, () => Keypair.random());
    const usd = new Asset("USD", root.publicKey());
    for (let from = 0; from < ACCOUNTS; from += PER_TRANSACTION) {
      const some = keys.slice(from, from + PER_TRANSACTION);
      submitAll(network, [
        signed(
          network,
          root,
          some.map((key) => Operation.createAccount({ destination: key.publicKey(), startingBalance: "1000" })),
        ),
      ]);
      network.closeLedger();
    }
    const trust = () => keys.map((key) => signed(network, key, [Operation.changeTrust({ asset: usd })]));
    print("trust lines", measure(network, 1, trust));
    const pay = (round: number) =>
      keys.map((key, index) => {
        const destination = keys[(index + round + 1) % ACCOUNTS]?.publicKey() ?? root.publicKey();
        return signed(network, key, [Operation.payment({ destination, asset: Asset.native(), amount: "1" })]);
      });
    print("payments", measure(network, ROUNDS, pay));
    const offer = (round: number) =>
      keys.map((key, index) => {
        const price = { n: 900 + ((index * 7 + round * 13) % 200), d: 1000 };
        return signed(network, key, [
          Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount: "1", price }),
        ]);
      });
    print("offers", measure(network, ROUNDS, offer));
    printSignatureRate();
  } finally {
    store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Measured {
  readonly transactions: number;
  readonly submitMs: number;
  readonly closeMs: number;
}

function measure(network: Network, rounds: number, make: (round: number) => Uint8Array[]): Measured {
  let [transactions, submitMs, closeMs] = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const envelopes = make(round);
    const start = performance.now();
    submitAll(network, envelopes);
    const submitted = performance.now();
    const row = network.closeLedger();
    transactions += row.succeeded;
    submitMs += submitted - start;
    closeMs += performance.now() - submitted;
    if (row.succeeded !== envelopes.length) throw new Error(`only ${row.succeeded} of ${envelopes.length} succeeded`);
  }
  return { transactions, submitMs, closeMs };
}

function submitAll(network: Network, envelopes: readonly Uint8Array[]): void {
  for (const envelope of envelopes) {
    const answer = network.submit(network.read(envelope));
    if (answer.status !== "pending") throw new Error(`not accepted: ${answer.status}`);
  }
}

function signed(network: Network, source: Keypair, operations: readonly xdr.Operation[]): Uint8Array {
  const seqNum = network.chain.state.peekAccount({ type: 0, ed25519: source.rawPublicKey() })?.seqNum ?? 0n;
  const builder = new TransactionBuilder(new Account(source.publicKey(), String(seqNum)), {
    fee: "1000",
    networkPassphrase: PASSPHRASE,
  });
  for (const operation of operations) builder.addOperation(operation);
  const transaction = builder.setTimeout(0).build();
  transaction.sign(source);
  return xdr.TransactionEnvelope.schema.encode(transaction.toEnvelope().toXdrObject());
}

function printSignatureRate(): void {
  const key = Keypair.random();
  const messages = Array.from({ length: 2_000 }, (_, index) => Buffer.from(`message ${index}`));
  const signatures = messages.map((message) => key.sign(message));
  const start = performance.now();
  const valid = messages.filter((message, index) => {
    const signature = signatures[index];
    return signature && isSignedBy(key.rawPublicKey(), signature, message);
  });
  const perSecond = (valid.length / (performance.now() - start)) * 1000;
  process.stdout.write(`signatures: ${perSecond.toFixed(0)} checked per second\n`);
}

function print(name: string, { transactions, submitMs, closeMs }: Measured): void {
  const perSecond = (transactions / (submitMs + closeMs)) * 1000;
  const perLedger = (closeMs / transactions) * ACCOUNTS;
  process.stdout.write(
    `${name}: ${perSecond.toFixed(0)} per second, a ledger of ${ACCOUNTS} closes in ${perLedger.toFixed(0)} ms\n`,
  );
}

main();
