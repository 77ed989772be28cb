import {
  Account,
  Asset,
  Claimant,
  Keypair,
  LiquidityPoolAsset,
  Operation,
  TransactionBuilder,
  getLiquidityPoolId,
} from "@stellar/stellar-sdk";
import type { rpc, xdr } from "@stellar/stellar-sdk";
import { integerFrom, oneOf } from "./random.ts";
import type { Random } from "./random.ts";

export const PASSPHRASE = "Standalone Network ; February 2017";
const XLM = Asset.native();

export type Built = ReturnType<TransactionBuilder["build"]>;

/** Accounts that trade with each other, and what they have been promised. */
export class Load {
  readonly #random: Random;
  readonly #keys: readonly Keypair[];
  readonly #usd: Asset;
  readonly #shares: LiquidityPoolAsset;
  /** Transactions that the network has accepted and that no ledger is known to hold, by hash. */
  readonly open = new Map<string, Built>();
  accepted = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#keys = Array.from({ length: 6 }, () => Keypair.random());
    this.#usd = new Asset("USD", this.#issuer.publicKey());
    this.#shares = new LiquidityPoolAsset(XLM, this.#usd, 30);
  }

  /** Creates the accounts, their trust lines and a pool. */
  async setUp(client: rpc.Server): Promise<void> {
    for (const key of this.#keys) await client.fundAddress(key.publicKey());
    for (const key of this.#holders) {
      await this.#mustApply(client, key, [Operation.changeTrust({ asset: this.#usd })]);
      const destination = key.publicKey();
      await this.#mustApply(client, this.#issuer, [
        Operation.payment({ destination, asset: this.#usd, amount: "1000" }),
      ]);
      await this.#mustApply(client, key, [Operation.changeTrust({ asset: this.#shares }), this.#deposit("50")]);
    }
  }

  /** Sends one transaction after another for each account until the network is gone. */
  async send(client: rpc.Server): Promise<void> {
    await Promise.allSettled(this.#keys.map((key) => this.#sendFor(client, key)));
  }

  /**
   * Sends what was promised and not kept again, as it was.
   * @returns the hashes that were accepted again
   */
  async resend(client: rpc.Server, isApplied: (hash: string) => boolean): Promise<string[]> {
    const again: string[] = [];
    for (const [hash, built] of this.open) {
      if (isApplied(hash)) {
        this.open.delete(hash);
        continue;
      }
      const { status, errorResult } = await client.sendTransaction(built);
      if (status !== "PENDING") {
        throw new Error(`a lost transaction was not taken again: ${status} ${JSON.stringify(errorResult?.toJson())}`);
      }
      again.push(hash);
    }
    return again;
  }

  async #sendFor(client: rpc.Server, key: Keypair): Promise<void> {
    for (;;) {
      const built = await this.#build(client, key, this.#someOperations(key));
      const { status, hash } = await client.sendTransaction(built);
      if (status === "PENDING") {
        this.open.set(hash, built);
        this.accepted += 1;
        while ((await client.getTransaction(hash)).status === "NOT_FOUND") await pause();
        this.open.delete(hash);
      }
    }
  }

  #someOperations(key: Keypair): xdr.Operation[] {
    return Array.from({ length: integerFrom(this.#random, 1, 3) }, () => this.#someOperation(key));
  }

  #someOperation(key: Keypair): xdr.Operation {
    const destination = oneOf(this.#random, this.#keys).publicKey();
    const amount = `${integerFrom(this.#random, 1, 9)}.${integerFrom(this.#random, 1, 9_999_999)}`.slice(0, 9);
    const price = { n: integerFrom(this.#random, 90, 110), d: 100 };
    const [selling, buying] = this.#random() < 0.5 ? [XLM, this.#usd] : [this.#usd, XLM];
    switch (integerFrom(this.#random, 0, 5)) {
      case 0:
        return Operation.payment({ destination, asset: oneOf(this.#random, [XLM, this.#usd]), amount });
      case 1:
        return Operation.manageSellOffer({ selling, buying, amount, price });
      case 2: {
        const send = { sendAsset: selling, sendAmount: amount, destAsset: buying, destMin: "0.0000001" };
        return Operation.pathPaymentStrictSend({ ...send, destination: key.publicKey(), path: [] });
      }
      case 3:
        return Operation.createClaimableBalance({ asset: selling, amount, claimants: [new Claimant(destination)] });
      case 4:
        return this.#deposit(amount);
      default:
        return Operation.manageData({ name: `n${integerFrom(this.#random, 0, 5)}`, value: amount });
    }
  }

  #deposit(amount: string): xdr.Operation {
    const id = getLiquidityPoolId("constant_product", this.#shares.getLiquidityPoolParameters());
    return Operation.liquidityPoolDeposit({
      liquidityPoolId: Buffer.from(id).toString("hex"),
      maxAmountA: amount,
      maxAmountB: amount,
      minPrice: { n: 1, d: 1000 },
      maxPrice: { n: 1000, d: 1 },
    });
  }

  async #build(client: rpc.Server, key: Keypair, operations: readonly xdr.Operation[]): Promise<Built> {
    const { seqNum } = await client.getAccountEntry(key.publicKey());
    const source = new Account(key.publicKey(), String(seqNum));
    const builder = new TransactionBuilder(source, { fee: "1000", networkPassphrase: PASSPHRASE });
    for (const operation of operations) builder.addOperation(operation);
    const built = builder.setTimeout(0).build();
    built.sign(key);
    return built;
  }

  async #mustApply(client: rpc.Server, key: Keypair, operations: readonly xdr.Operation[]): Promise<void> {
    const { hash } = await client.sendTransaction(await this.#build(client, key, operations));
    const { status } = await client.pollTransaction(hash, { attempts: 500, sleepStrategy: () => 10 });
    if (status !== "SUCCESS") throw new Error(`the load could not be set up: ${status}`);
  }

  get #issuer(): Keypair {
    const [issuer] = this.#keys;
    if (!issuer) throw new Error("no keys");
    return issuer;
  }

  get #holders(): readonly Keypair[] {
    return this.#keys.slice(1);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}
