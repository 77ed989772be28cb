import { createPrivateKey, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Asset, Keypair, xdr } from "@stellar/stellar-sdk";
import type { AssetWire, OperationBodyWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { systemClock } from "#server/embedded/stellar/clock.ts";
import { rootKey } from "#server/embedded/stellar/ledger/genesis.ts";
import { networkIdOf, sha256 } from "#server/embedded/stellar/ledger/transaction.ts";
import { Network } from "#server/embedded/stellar/network.ts";
import { Store } from "#server/embedded/stellar/store.ts";

export const PASSPHRASE = "benchmark";
const OPERATIONS_IN_ONE = 100;
/** What precedes the seed of an ed25519 key in its DER form. */
const DER_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const ENVELOPE_TX = Buffer.from([0, 0, 0, 2]);

/** An account that signs as fast as the machine can. */
export interface Signer {
  readonly account: PublicKeyWire;
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

/** A network in a folder of its own, filled and asked without a client between. */
export class BenchNetwork {
  readonly directory = mkdtempSync(join(tmpdir(), "astrolabe-bench-"));
  readonly root: Signer;
  #store: Store;
  #network: Network;

  constructor(protocol = 27) {
    this.root = signerOf(rootKey(PASSPHRASE));
    [this.#store, this.#network] = this.#open(protocol);
  }

  get network(): Network {
    return this.#network;
  }

  get store(): Store {
    return this.#store;
  }

  /** Creates accounts with 10,000 XLM each. */
  createAccounts(count: number): Signer[] {
    const signers = Array.from({ length: count }, () => signerOf(Keypair.random()));
    const create = ({ account }: Signer): OperationBodyWire => ({
      type: 0,
      createAccountOp: { destination: account, startingBalance: 100_000_000_000n },
    });
    this.runInBatches(this.root, signers.map(create));
    return signers;
  }

  /** Applies any number of operations of one account, so many to a transaction and a transaction to a ledger. */
  runInBatches(source: Signer, operations: readonly OperationBodyWire[]): void {
    for (let from = 0; from < operations.length; from += OPERATIONS_IN_ONE) {
      this.run([this.envelope(source, operations.slice(from, from + OPERATIONS_IN_ONE))]);
    }
  }

  /** Submits envelopes and closes a ledger; throws unless all of them succeed. */
  run(envelopes: readonly Uint8Array[]): void {
    this.submit(envelopes);
    const { succeeded } = this.network.closeLedger();
    if (succeeded !== envelopes.length) throw new Error(`only ${succeeded} of ${envelopes.length} succeeded`);
  }

  submit(envelopes: readonly Uint8Array[]): void {
    for (const envelope of envelopes) {
      const answer = this.network.submit(this.network.read(envelope));
      if (answer.status !== "pending") throw new Error(`not accepted: ${JSON.stringify(answer, bigintsAsText)}`);
    }
  }

  /** A signed envelope with the account's next sequence number. */
  envelope(source: Signer, operations: readonly OperationBodyWire[]): Uint8Array {
    const seqNum = (this.network.chain.state.peekAccount(source.account)?.seqNum ?? 0n) + 1n;
    const tx = {
      sourceAccount: { type: 0, ed25519: source.account.ed25519 },
      fee: operations.length * 1000,
      seqNum,
      cond: { type: 0 },
      memo: { type: 0 },
      operations: operations.map((body) => ({ sourceAccount: null, body })),
      ext: { v: 0 },
    } as const;
    const encoded = xdr.Transaction.schema.encode(tx);
    const signature = source.sign(sha256(Buffer.concat([NETWORK_ID, ENVELOPE_TX, encoded])));
    const signatures = [{ hint: source.account.ed25519.subarray(28), signature }];
    return xdr.TransactionEnvelope.schema.encode({ type: 2, v1: { tx, signatures } });
  }

  stop(): void {
    if (this.#store.database.isOpen) this.#store.close();
  }

  remove(): void {
    this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  #open(protocol: number): [Store, Network] {
    const store = new Store(this.directory);
    store.setSetting("passphrase", PASSPHRASE);
    const options = { passphrase: PASSPHRASE, protocol, closeIntervalMs: 0 };
    return [store, new Network(store, systemClock(), options)];
  }
}

const NETWORK_ID = networkIdOf(PASSPHRASE);

export function signerOf(keypair: Keypair): Signer {
  const der = Buffer.concat([DER_PREFIX, keypair.rawSecretKey()]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return {
    account: { type: 0, ed25519: keypair.rawPublicKey() },
    address: keypair.publicKey(),
    sign: (message) => sign(null, message, key),
  };
}

export function payment(to: Signer, amount: bigint, asset: AssetWire = { type: 0 }): OperationBodyWire {
  return { type: 1, paymentOp: { destination: { type: 0, ed25519: to.account.ed25519 }, asset, amount } };
}

export function trust(asset: AssetWire): OperationBodyWire {
  if (asset.type === 0) throw new Error("XLM needs no trust line");
  return { type: 6, changeTrustOp: { line: asset, limit: 9_000_000_000_000_000_000n } };
}

export function sellOffer(
  selling: AssetWire,
  buying: AssetWire,
  amount: bigint,
  n: number,
  d: number,
): OperationBodyWire {
  return { type: 3, manageSellOfferOp: { selling, buying, amount, price: { n, d }, offerId: 0n } };
}

export function creditOf(code: string, issuer: Signer): AssetWire {
  return new Asset(code, issuer.address).toXdrObject().toXdrObject();
}

/** The value below which 95 of 100 lie. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds that the machine has spent on this process. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
