import { Account, Keypair, Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { FeeBumpTransaction, Transaction as BuiltTransaction } from "@stellar/stellar-sdk";
import type { AccountEntryWire, LedgerUpgradeWire, TransactionResultWire } from "@stellar/stellar-sdk/xdr";
import { MemorySource } from "#server/embedded/stellar/replay/memory-source.ts";
import { applyLedger } from "./close.ts";
import type { AppliedTransaction } from "./close.ts";
import { genesisEntry, genesisHeader, rootKey } from "./genesis.ts";
import { LedgerState } from "./state.ts";
import { networkIdOf, readTransaction } from "./transaction.ts";
import type { Transaction } from "./transaction.ts";
import { applyUpgrade } from "./upgrades.ts";
import { checkSubmission } from "./validate.ts";

export const PASSPHRASE = "a ledger for tests";
export const ROOT = rootKey(PASSPHRASE);
const START = 1_700_000_000n;
const SECONDS_A_LEDGER = 5n;

/** How a test's transaction differs from one operation list signed by its source at 100 stroops an operation. */
export interface BuildOptions {
  /** Whoever signs; the source where not given. */
  readonly signers?: readonly Keypair[];
  /** Stroops for each operation. */
  readonly fee?: string;
  /** The sequence number; the account's next one where not given. */
  readonly seqNum?: bigint;
  readonly prepare?: (builder: TransactionBuilder) => void;
}

export type Operations = readonly xdr.Operation[];

/** Key number `n` of a test, the same in every run. */
export function testKey(n: number): Keypair {
  return Keypair.fromRawEd25519Seed(Buffer.alloc(32, n));
}

/** A ledger in memory: builds transactions, applies each in a ledger of its own, and tells results in words. */
export class TestLedger {
  readonly state: LedgerState;
  readonly #source = new MemorySource([genesisEntry(PASSPHRASE)]);
  readonly #networkId = networkIdOf(PASSPHRASE);

  constructor(protocol = 19) {
    this.state = new LedgerState(this.#source, genesisHeader(protocol, START), []);
  }

  /** Creates accounts, with so much XLM each. */
  create(startingBalance: string, ...keys: readonly Keypair[]): void {
    const made = keys.map((key) => Operation.createAccount({ destination: key.publicKey(), startingBalance }));
    this.must(ROOT, made);
  }

  /** Applies operations in a ledger of their own and answers with {@link wordsOf} the result. */
  run(source: Keypair, operations: Operations, options?: BuildOptions): string {
    return this.apply(this.build(source, operations, options))[0] ?? "";
  }

  /** As {@link run}, for what the test takes for granted. */
  must(source: Keypair, operations: Operations, options?: BuildOptions): void {
    const words = this.run(source, operations, options);
    if (words !== "success") throw new Error(`this was meant to succeed: ${words}`);
  }

  build(source: Keypair, operations: Operations, options: BuildOptions = {}): BuiltTransaction {
    const last = options.seqNum === undefined ? (this.account(source)?.seqNum ?? 0n) : options.seqNum - 1n;
    const account = new Account(source.publicKey(), String(last));
    const builder = new TransactionBuilder(account, { fee: options.fee ?? "100", networkPassphrase: PASSPHRASE });
    builder.setTimeout(0);
    options.prepare?.(builder);
    for (const operation of operations) builder.addOperation(operation);
    const built = builder.build();
    for (const signer of options.signers ?? [source]) built.sign(signer);
    return built;
  }

  /** Applies transactions together, in one ledger, and tells each one's result. */
  apply(...built: readonly (BuiltTransaction | FeeBumpTransaction)[]): string[] {
    return this.close(built.map((each) => this.read(each))).map(({ result }) => wordsOf(result));
  }

  close(transactions: readonly Transaction[], baseFee?: bigint): AppliedTransaction[] {
    const { state } = this;
    const { closeTime } = state.header.scpValue;
    state.header = {
      ...state.header,
      ledgerSeq: state.header.ledgerSeq + 1,
      scpValue: { ...state.header.scpValue, closeTime: closeTime + SECONDS_A_LEDGER },
    };
    return this.#kept(() => applyLedger(state, transactions, baseFee));
  }

  upgrade(upgrade: LedgerUpgradeWire): void {
    this.#kept(() => applyUpgrade(this.state, upgrade));
  }

  /** What a submission would be answered now. */
  submit(built: BuiltTransaction | FeeBumpTransaction): string {
    const next = { ...this.state.header, ledgerSeq: this.state.header.ledgerSeq + 1 };
    return wordsOf(checkSubmission(this.read(built), this.state, next, { closeTimeSlack: 0n }));
  }

  read(built: BuiltTransaction | FeeBumpTransaction): Transaction {
    return readTransaction(xdr.TransactionEnvelope.schema.encode(built.toEnvelope().toXdrObject()), this.#networkId);
  }

  account(key: Keypair): AccountEntryWire | undefined {
    return this.state.peekAccount({ type: 0, ed25519: key.rawPublicKey() });
  }

  /** Every entry there is. */
  entries() {
    return this.#source.all();
  }

  #kept<T>(change: () => T): T {
    const scope = this.state.begin();
    const made = change();
    this.#source.store(this.state.touched());
    scope.commit();
    return made;
  }
}

/** "success", a transaction's code as "tx_bad_seq", or what its failed operations say, as "payment underfunded, op_bad_auth". */
export function wordsOf(result: TransactionResultWire): string {
  const { result: found } = result;
  switch (found.code) {
    case 0:
    case 1:
      return "success";
    case -1:
      return failures(xdr.TransactionResult.fromXdrObject(result).toJson());
    case -13: {
      const inner = found.innerResultPair.result;
      return `inner ${wordsOf({ feeCharged: inner.feeCharged, result: inner.result, ext: { v: 0 } })}`;
    }
    default:
      return String(memberOf(xdr.TransactionResult.fromXdrObject(result).toJson(), "result"));
  }
}

function failures(json: unknown): string {
  const operations = memberOf(memberOf(json, "result"), "tx_failed");
  if (!Array.isArray(operations)) throw new Error("a failed transaction lists its operations");
  return operations
    .map(operationWords)
    .filter((words) => !words.endsWith(" success"))
    .join(", ");
}

function operationWords(operation: unknown): string {
  if (typeof operation === "string") return operation;
  const inner = memberOf(operation, "op_inner");
  const [[kind = "", outcome = ""] = []] = Object.entries(Object(inner));
  return `${kind} ${typeof outcome === "string" ? outcome : Object.keys(Object(outcome))[0]}`;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
