import { createHash } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import { Account, Asset, Keypair, Operation, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";
import { rootKey } from "#server/embedded/stellar/ledger/genesis.ts";
import { PASSPHRASE, startTestNetwork, type TestNetwork } from "#server/embedded/stellar/test-network.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import { openHorizonMarkets } from "#server/platform/network/horizon-markets.ts";
import { openHorizonSnapshots, type SnapshotSource } from "#server/platform/network/horizon-offers.ts";
import type { MarketPair, PricedMarketSource } from "#server/platform/network/markets.ts";
import { cursorAfterLedger, type NetworkTransaction, type StellarNetwork } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";

/** Seconds between two ledgers, so that trades fall into candles of their own. */
const LEDGER_SECONDS = 40;
const START_SECONDS = 1_790_000_000;
const PER_PAGE = 200;
const LARGE = "100000000";

export interface TownPlan {
  readonly people: number;
  /** Besides XLM. */
  readonly assets: number;
  /** What people's lines hold at most, one after the other. */
  readonly limits?: readonly string[];
  /** Whether each asset is traded for the next one only, so that ways are long. */
  readonly isChain?: boolean;
}

export interface Traded {
  readonly name: AssetName;
  readonly asset: Asset;
}

export interface Doing {
  readonly source: Keypair;
  readonly operations: readonly xdr.Operation[];
  readonly signers?: readonly Keypair[];
  /** Who pays for it in a fee bump. */
  readonly payer?: Keypair;
}

/** A ledger with all of its transactions. */
export interface ToldLedger {
  readonly ledger: number;
  readonly transactions: readonly NetworkTransaction[];
}

/** A network whose people hold some assets of two issuers, the first of whom can take consent back. */
export class Town {
  readonly people: readonly Keypair[];
  readonly issuers: readonly Keypair[];
  /** XLM first; the last one is not listed. */
  readonly assets: readonly Traded[];
  readonly isChain: boolean;
  readonly network: TestNetwork;
  readonly rpc: StellarNetwork;
  readonly snapshots: SnapshotSource;
  readonly markets: PricedMarketSource;
  #cursor: string;

  private constructor(
    network: TestNetwork,
    people: readonly Keypair[],
    issuers: readonly Keypair[],
    assets: number,
    isChain: boolean,
  ) {
    this.network = network;
    this.isChain = isChain;
    this.people = people;
    this.issuers = issuers;
    const credits = Array.from({ length: assets }, (_, n) => {
      const issuer = issuers[n % issuers.length]?.publicKey() ?? "";
      const assetCode = n % 3 === 2 ? `LONGER${n}` : `A${n}`;
      return { name: { assetCode, issuer }, asset: new Asset(assetCode, issuer) };
    });
    this.assets = [{ name: NATIVE, asset: Asset.native() }, ...credits];
    const config = {
      rpcUrls: [`${network.url}/rpc`],
      horizonUrls: [network.url],
      passphrase: PASSPHRASE,
      friendbotUrl: null,
      demoUrl: null,
    };
    this.rpc = openRpcNetwork(config);
    this.snapshots = openHorizonSnapshots(config, this.rpc);
    this.markets = openHorizonMarkets(config, this.rpc);
    this.#cursor = cursorAfterLedger(1);
  }

  static async open(seed: string, { people: count, assets, limits = [LARGE], isChain = false }: TownPlan) {
    let nowSeconds = START_SECONDS;
    const clock = { now: () => BigInt((nowSeconds += LEDGER_SECONDS)), shift: () => undefined };
    const network = await startTestNetwork({ clock });
    const people = Array.from({ length: count }, (_, n) => keyOf(`${seed} person ${n}`));
    const issuers = [keyOf(`${seed} issuer`), keyOf(`${seed} other issuer`)];
    const town = new Town(network, people, issuers, assets, isChain);
    await town.#settle(limits);
    return town;
  }

  get listed(): readonly Traded[] {
    return this.assets.slice(0, -1);
  }

  /** The ledger that closed last. */
  get ledger(): number {
    return this.network.server.network.chain.last.seq;
  }

  /** Both directions of every two assets listed. */
  get pairs(): readonly MarketPair[] {
    const names = this.listed.map(({ name }) => name);
    return names.flatMap((base) => names.filter((name) => name !== base).map((counter) => ({ base, counter })));
  }

  /** Ids of an account's offers. */
  offersOf(account: Keypair): string[] {
    const { state } = this.network.server.network.chain;
    return state.book.ofSeller(Buffer.from(account.rawPublicKey()).toString("hex")).flatMap((key) => {
      const data = state.peek(key)?.data;
      return data?.type === 2 ? [String(data.offer.offerId)] : [];
    });
  }

  /** Hands it in; whether it was taken in at all. */
  submit({ source, operations, signers = [], payer }: Doing): boolean {
    const { network } = this.network.server;
    const seqNum = network.chain.state.peekAccount({ type: 0, ed25519: source.rawPublicKey() })?.seqNum;
    if (seqNum === undefined) return false;
    const account = new Account(source.publicKey(), String(seqNum));
    const builder = new TransactionBuilder(account, { fee: "1000", networkPassphrase: PASSPHRASE });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.setTimeout(0).build();
    transaction.sign(source, ...signers);
    const outer = payer && TransactionBuilder.buildFeeBumpTransaction(payer, "20000", transaction, PASSPHRASE);
    if (payer) outer?.sign(payer);
    const envelope = Buffer.from((outer ?? transaction).toXDR(), "base64");
    return network.submit(network.read(envelope)).status === "pending";
  }

  /** Answers how many transactions succeeded. */
  async close(): Promise<number> {
    const { succeeded } = this.network.server.network.closeLedger();
    await letOthersAct();
    return succeeded;
  }

  /** Hands in one transaction, which must succeed, and closes its ledger. */
  async must(doing: Doing): Promise<void> {
    if (!this.submit(doing)) throw new Error("not taken in");
    if ((await this.close()) !== 1) throw new Error(`failed: ${doing.operations.map((each) => each.body.type).join()}`);
  }

  /** The ledgers that were not told before. */
  async news(): Promise<ToldLedger[]> {
    const byLedger = new Map<number, NetworkTransaction[]>();
    for (;;) {
      const { transactions, cursor } = await this.rpc.transactions(this.#cursor, PER_PAGE);
      this.#cursor = cursor;
      for (const each of transactions) {
        const known = byLedger.get(each.ledger);
        if (known) known.push(each);
        else byLedger.set(each.ledger, [each]);
      }
      if (transactions.length < PER_PAGE) break;
    }
    return [...byLedger].map(([ledger, transactions]) => ({ ledger, transactions }));
  }

  stop(): Promise<void> {
    return this.network.stop();
  }

  async #settle(limits: readonly string[]): Promise<void> {
    const create = [...this.people, ...this.issuers].map((each) =>
      Operation.createAccount({ destination: each.publicKey(), startingBalance: "1000000" }),
    );
    await this.must({ source: rootKey(PASSPHRASE), operations: create });
    const [strict] = this.issuers;
    if (!strict) throw new Error("no issuers");
    await this.must({ source: strict, operations: [Operation.setOptions({ setFlags: 2 })] });
    const credits = this.assets.slice(1);
    for (const [n, source] of this.people.entries()) {
      const limit = limits[n % limits.length] ?? LARGE;
      await this.must({ source, operations: credits.map(({ asset }) => Operation.changeTrust({ asset, limit })) });
    }
    for (const issuer of this.issuers) {
      const own = credits.filter(({ name }) => name.issuer === issuer.publicKey());
      const gifts = this.people.flatMap((person, n) =>
        own.map(({ asset }) =>
          Operation.payment({
            destination: person.publicKey(),
            asset,
            amount: String(Number(limits[n % limits.length] ?? LARGE) / 4),
          }),
        ),
      );
      await this.must({ source: issuer, operations: gifts });
    }
  }
}

/**
 * The network lives in this process: what its connections have to notice while ledgers close one after the other, they do
 * now, or a request goes out on one that is just being closed.
 */
async function letOthersAct(): Promise<void> {
  await setTimeout(0);
  await setImmediate();
}

function keyOf(name: string): Keypair {
  return Keypair.fromRawEd25519Seed(createHash("sha256").update(name).digest());
}
