import { Account, Asset, Keypair, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { stroopsText } from "#tests/faults/money/amounts.ts";
import { accountSequence, ledgerTransaction, offersOf } from "#tests/faults/money/ledger.ts";
import { pause } from "#tests/faults/money/link-proxy.ts";
import { integer, type Random } from "#tests/faults/money/random.ts";
import type { Stack } from "#tests/faults/money/stack.ts";
import { eventually } from "#tests/support/app.ts";

const UNIT = 10_000_000;
const FEE_STROOPS = "10000";
const REQUEST_TIMEOUT_MS = 10_000;
const MOST_STANDING = 4;

/** Whoever issues an asset (FLT) and trades it with everybody, past all of our servers. */
export class Outsider {
  readonly #stack: Stack;
  readonly #keys = Keypair.random();
  #account: Account | null = null;

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  get address(): string {
    return this.#keys.publicKey();
  }

  get asset(): Asset {
    return new Asset("FLT", this.address);
  }

  async open(): Promise<void> {
    const { networkUrl } = this.#stack;
    await eventually(async () => {
      const answer = await fetch(`${networkUrl}/friendbot?addr=${this.address}`).catch(() => null);
      return answer?.ok === true || (await accountSequence(networkUrl, this.address)) !== null;
    }, 60_000);
    const sequence = await eventually(() => accountSequence(networkUrl, this.address), 60_000);
    this.#account = new Account(this.address, sequence);
  }

  pay(to: string, units: number): Promise<void> {
    const amount = stroopsText(BigInt(units * UNIT));
    return this.#send([Operation.payment({ destination: to, asset: this.asset, amount })]);
  }

  /** Comes to the best offers of either side, and leaves some of its own, until `isOver`. Prices are FLT for one XLM. */
  async trade(random: Random, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const cancels = await this.#cancels();
      const price = 0.9 + integer(random, 0, 20) / 100;
      const amount = stroopsText(BigInt(integer(random, 1, 3 * UNIT)));
      const native = Asset.native();
      const order =
        random() < 0.5
          ? Operation.manageSellOffer({ selling: native, buying: this.asset, amount, price: price.toFixed(2) })
          : Operation.manageSellOffer({ selling: this.asset, buying: native, amount, price: (1 / price).toFixed(4) });
      await this.#send([...cancels, order]);
      await pause(integer(random, 300, 1500));
    }
    await this.#send(await this.#cancels(0));
  }

  /** Its own offers beyond those that it leaves. */
  async #cancels(left = MOST_STANDING) {
    const offers = await offersOf(this.#stack.networkUrl, this.address);
    const gone = offers.slice(0, Math.max(0, offers.length - left));
    const known = gone.map((offer) => offer.split(" ")[0] ?? "");
    const assets = { selling: Asset.native(), buying: this.asset };
    // Which way an offer goes is not asked: taking it back names only its number.
    return known.map((offerId) => Operation.manageSellOffer({ ...assets, amount: "0", price: "1", offerId }));
  }

  /** Until a ledger holds it, whatever came of it there: an order may come too late. */
  async #send(operations: readonly ReturnType<typeof Operation.payment>[]): Promise<void> {
    if (operations.length === 0) return;
    if (!this.#account) throw new Error("the outsider has no account yet");
    const { networkUrl, passphrase } = this.#stack;
    const builder = new TransactionBuilder(this.#account, { fee: FEE_STROOPS, networkPassphrase: passphrase });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.setTimeout(0).build();
    transaction.sign(this.#keys);
    const hash = Buffer.from(transaction.hash()).toString("hex");
    for (;;) {
      if (await ledgerTransaction(networkUrl, hash)) return;
      await fetch(`${networkUrl}/transactions`, {
        method: "POST",
        body: new URLSearchParams({ tx: transaction.toXDR() }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }).catch(() => null);
      await pause(200);
    }
  }
}
