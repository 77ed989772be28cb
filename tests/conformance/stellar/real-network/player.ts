import { setTimeout as sleep } from "node:timers/promises";
import { Account, TransactionBuilder } from "@stellar/stellar-sdk";
import type { FeeBumpTransaction, Memo, Transaction, xdr } from "@stellar/stellar-sdk";
import { addressOf, keyOf } from "./cast.ts";
import type { Name } from "./cast.ts";
import type { Client } from "./client.ts";
import { textAt } from "./json.ts";
import type { Json } from "./json.ts";
import type { Step } from "./recording.ts";

type Options = NonNullable<ConstructorParameters<typeof TransactionBuilder>[1]>;

/** How a transaction differs from one that its source signs, bids 100 stroops for and sends to Horizon. */
export interface Manner {
  readonly memo?: Memo;
  /** Stroops for each operation. */
  readonly fee?: string;
  readonly signers?: readonly Name[];
  /** Who pays for it in its source's stead, and what it bids. */
  readonly feeBump?: { readonly payer: Name; readonly fee?: string };
  readonly by?: "horizon" | "async" | "rpc";
  /** The account's sequence number, where it is not to be the one it has. */
  readonly sequence?: bigint;
  readonly conditions?: Partial<Pick<Options, "timebounds" | "ledgerbounds" | "minAccountSequence" | "extraSigners">>;
}

const POLL_MS = 10;
const POLLS = 500;
const TIMEOUT_S = 300;
const BUMP_FEE = "400";

/** Sends transactions one after the other, each in a ledger of its own, and keeps what is answered about them. */
export class Player {
  readonly steps: Step[] = [];
  readonly client: Client;
  readonly #passphrase: string;
  readonly #sequences = new Map<Name, bigint>();

  constructor(client: Client, passphrase: string) {
    this.client = client;
    this.#passphrase = passphrase;
  }

  /** Plays one step of the scenario. */
  async play(name: string, source: Name, operations: readonly xdr.Operation[], manner: Manner = {}): Promise<void> {
    const sequence = manner.sequence ?? (await this.sequenceOf(source));
    const transaction = this.#build(source, sequence, operations, manner);
    const hash = Buffer.from(transaction.hash()).toString("hex");
    const { send, got } = await this.#send(transaction.toXdr(), hash, manner.by ?? "horizon");
    const stored = await this.client.get(`/transactions/${hash}`);
    if (stored.status !== 200) {
      this.steps.push({ name, hash, send });
      return;
    }
    this.#sequences.set(source, sequence + 1n);
    this.steps.push({ name, hash, send, tx: stored.body, ...(await this.#shownOf(hash, got)) });
  }

  /** Reads the sequence number anew before the next step of this account. */
  forget(source: Name): void {
    this.#sequences.delete(source);
  }

  async sequenceOf(name: Name): Promise<bigint> {
    const known = this.#sequences.get(name);
    if (known !== undefined) return known;
    const { body } = await this.client.get(`/accounts/${addressOf(name)}`);
    const sequence = BigInt(textAt(body, "sequence"));
    this.#sequences.set(name, sequence);
    return sequence;
  }

  #build(
    source: Name,
    sequence: bigint,
    operations: readonly xdr.Operation[],
    { memo, fee = "100", signers = [source], feeBump, conditions }: Manner,
  ): Transaction | FeeBumpTransaction {
    const builder = new TransactionBuilder(new Account(addressOf(source), String(sequence)), {
      fee,
      networkPassphrase: this.#passphrase,
      ...(memo && { memo }),
      ...conditions,
    });
    if (!conditions?.timebounds) builder.setTimeout(TIMEOUT_S);
    for (const operation of operations) builder.addOperation(operation);
    const inner = builder.build();
    inner.sign(...signers.map(keyOf));
    if (!feeBump) return inner;
    const payer = keyOf(feeBump.payer);
    const outer = TransactionBuilder.buildFeeBumpTransaction(payer, feeBump.fee ?? BUMP_FEE, inner, this.#passphrase);
    outer.sign(payer);
    return outer;
  }

  async #send(envelope: string, hash: string, by: "horizon" | "async" | "rpc"): Promise<{ send: Json; got?: Json }> {
    const { client } = this;
    if (by === "horizon") return { send: await client.post("/transactions", { tx: envelope }) };
    const send =
      by === "async"
        ? await client.post("/transactions_async", { tx: envelope })
        : await client.call("sendTransaction", { transaction: envelope });
    const status = textAt(send.body, "tx_status") || textAt(send.body, "result", "status");
    if (status !== "PENDING") return { send };
    await until(async () => (await client.get(`/transactions/${hash}`)).status === 200);
    if (by === "async") return { send };
    return { send, got: await client.call("getTransaction", { hash }) };
  }

  async #shownOf(hash: string, got: Json | undefined): Promise<Partial<Step>> {
    const { client } = this;
    const [ops, effects, payments] = await Promise.all([
      client.get(`/transactions/${hash}/operations?limit=200&join=transactions`),
      client.get(`/transactions/${hash}/effects?limit=200`),
      client.get(`/transactions/${hash}/payments`),
    ]);
    const rpc = got ?? (await client.call("getTransaction", { hash }));
    return { ops: ops.body, effects: effects.body, payments: payments.body, rpc };
  }
}

/** Waits for what the next ledgers bring. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    if (await isSo()) return;
    await sleep(POLL_MS);
  }
  throw new Error("the network did not come to it in time");
}
