import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Operation, xdr } from "@stellar/stellar-sdk";
import type { ContractEventWire, LedgerEntryChangeWire, ScValWire } from "@stellar/stellar-sdk/xdr";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { AssetContracts } from "#server/embedded/stellar/events/asset-contracts.ts";
import { decodeRow, eventsOf, withEvents } from "#server/embedded/stellar/events/transaction-events.ts";
import type { AppliedTransaction } from "#server/embedded/stellar/ledger/close.ts";
import { parseAsset } from "#server/embedded/stellar/horizon/text.ts";
import { assetId, hex } from "#server/embedded/stellar/ledger/keys.ts";
import { encodeMeta } from "#server/embedded/stellar/ledger/meta.ts";
import { PASSPHRASE, TestLedger } from "#server/embedded/stellar/ledger/test-ledger.ts";
import { networkIdOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { Sums } from "./invariants.ts";
import { CREDITS, HOLDERS, ISSUER, POOLS, poolIdOf, step } from "./random-operations.ts";
import type { Step } from "./random-operations.ts";

/** Transactions of every classic operation as a real RPC 28 told of them, events in their metadata (base64 XDR). */
const RECORDED = join(import.meta.dirname, "data/classic-events.json.gz");
const Recorded = v.array(v.object({ name: v.string(), envelope: v.string(), result: v.string(), meta: v.string() }));
const RUNS = 25;
const MOST_RUNS = 200;
const KINDS = ["burn", "clawback", "fee", "mint", "set_authorized", "transfer"];
const TIMEOUT_MS = 60_000;
const PROTOCOL = 28;

const recorded = v.parse(Recorded, JSON.parse(gunzipSync(readFileSync(RECORDED)).toString()));

describe("events that a real network emitted", () => {
  const contracts = new AssetContracts(networkIdOf("Standalone Network ; February 2017"));

  test.each(recorded.map((each) => [each.name, each] as const))("%s", (_name, { envelope, result, meta }) => {
    const bytes = (text: string) => Buffer.from(text, "base64");
    const decoded = decodeRow({ envelope: bytes(envelope), result: bytes(result), meta: bytes(meta) });
    if (decoded.meta.v !== 4) throw new Error("recorded in another form");
    const bare = withEvents(decoded.meta, { transaction: [], operations: [] });
    expect(xdr.TransactionMeta.schema.encode(bare)).not.toEqual(bytes(meta));
    const again = withEvents(bare, eventsOf({ ...decoded, meta: bare }, contracts));
    expect(Buffer.from(xdr.TransactionMeta.schema.encode(again)).toString("base64")).toBe(meta);
  });
});

test("whatever happens, events alone tell what everybody has", { timeout: TIMEOUT_MS }, () => {
  const kinds = new Set<string>();
  const days = fc.array(step, { minLength: 10, maxLength: 30 });
  const play = (steps: readonly Step[]) => {
    const world = new World();
    for (const each of steps) for (const kind of world.play(each)) kinds.add(kind);
  };
  fc.assert(fc.property(days, play), { numRuns: RUNS });
  // What was drawn may have held none of one kind.
  for (const steps of fc.sample(days, MOST_RUNS)) if (kinds.size < KINDS.length) play(steps);
  expect([...kinds].toSorted()).toEqual(KINDS);
});

/** Plays steps and compares the balances that changed with those that the events speak of. */
class World extends TestLedger {
  readonly #contracts = new AssetContracts(networkIdOf(PASSPHRASE));

  constructor() {
    super(PROTOCOL);
    this.create("1000", ISSUER, ...HOLDERS);
    this.must(ISSUER, [Operation.setOptions({ setFlags: 10 })]);
    for (const key of HOLDERS) {
      const lines = [...CREDITS, ...POOLS].map((asset) => Operation.changeTrust({ asset }));
      this.must(key, lines);
      const paid = CREDITS.map((asset) => Operation.payment({ destination: key.publicKey(), asset, amount: "10000" }));
      this.must(ISSUER, paid);
      const ends = { maxAmountA: "50", maxAmountB: "50", minPrice: "0.5", maxPrice: "2" };
      const deposits = POOLS.map((pool) =>
        Operation.liquidityPoolDeposit({ liquidityPoolId: poolIdOf(pool), ...ends }),
      );
      this.must(key, deposits);
    }
  }

  /** Answers with the kinds of events there were. */
  play(given: Step): string[] {
    if (given.kind === "upgrade") return [];
    const ids = [...this.entries()].flatMap(({ data }) =>
      data.type === 4 ? [hex(xdr.ClaimableBalanceId.schema.encode(data.claimableBalance.balanceId))] : [],
    );
    const operations = given.operations.flatMap((each) => each.make(ids) ?? []);
    const [first] = given.operations;
    if (!first || operations.length !== given.operations.length) return [];
    const signers = [...new Set(given.operations.map((each) => each.source))];
    const built = this.build(first.source, operations, { fee: "200", signers });
    if (this.submit(built) !== "success") return [];
    const [applied] = this.close([this.read(built)]);
    if (!applied) throw new Error("nothing was applied");
    return this.#check(applied);
  }

  #check({ transaction, result, changes, feeChanges }: AppliedTransaction): string[] {
    const meta = xdr.TransactionMeta.schema.decode(encodeMeta(changes, PROTOCOL));
    const events = eventsOf({ envelope: transaction.envelope, result, meta }, this.#contracts);
    const told = new Balances();
    const all = [...events.transaction.map(({ event }) => event), ...events.operations.flat()];
    for (const event of all) told.take(event);
    const had = new Balances();
    for (const each of [feeChanges, changes.before, ...changes.operations]) had.change(each);
    expect(told.list()).toEqual(had.list());
    return all.map((event) => words(event.body.v0.topics[0]));
  }
}

/** What changed hands, by holder and asset; issuers' own side is left out, as nobody holds what they owe themself. */
class Balances {
  readonly #sums = new Sums();
  readonly #names = new Set<string>();

  take({ body }: ContractEventWire): void {
    const { topics, data } = body.v0;
    const [kind, one, two] = topics;
    const amount = amountIn(data);
    const asset = words(kind) === "fee" ? "native" : assetNamed(words(topics.at(-1)));
    switch (words(kind)) {
      case "transfer":
        this.#add(holder(one), asset, -amount);
        this.#add(holder(two), asset, amount);
        break;
      case "mint":
        this.#add(holder(one), asset, amount);
        break;
      case "burn":
      case "clawback":
      case "fee":
        this.#add(holder(one), asset, -amount);
        break;
      default:
    }
  }

  change(changes: readonly LedgerEntryChangeWire[]): void {
    for (const change of changes) {
      if (change.type === 3) this.#entry(change.state.data, -1n);
      else if (change.type === 1) this.#entry(change.updated.data, 1n);
      else if (change.type === 0) this.#entry(change.created.data, 1n);
    }
  }

  list(): string[] {
    return [...this.#names]
      .filter((name) => this.#sums.of(name) !== 0n)
      .map((name) => `${name} ${this.#sums.of(name)}`)
      .toSorted();
  }

  #entry(data: Parameters<typeof xdr.LedgerEntryData.schema.encode>[0], sign: bigint): void {
    switch (data.type) {
      case 0:
        this.#add(hex(data.account.accountId.ed25519), "native", sign * data.account.balance);
        break;
      case 1:
        if (data.trustLine.asset.type !== 3)
          this.#add(
            hex(data.trustLine.accountId.ed25519),
            assetId(data.trustLine.asset),
            sign * data.trustLine.balance,
          );
        break;
      case 4: {
        const { balanceId, asset, amount } = data.claimableBalance;
        this.#add(hex(balanceId.v0), assetId(asset), sign * amount);
        break;
      }
      case 5: {
        const { params, reserveA, reserveB } = data.liquidityPool.body.constantProduct;
        const pool = hex(data.liquidityPool.liquidityPoolId);
        this.#add(pool, assetId(params.assetA), sign * reserveA);
        this.#add(pool, assetId(params.assetB), sign * reserveB);
        break;
      }
      default:
    }
  }

  #add(who: string, asset: string, amount: bigint): void {
    if (asset.endsWith(`:${who}`)) return;
    this.#names.add(`${who} ${asset}`);
    this.#sums.add(`${who} ${asset}`, amount);
  }
}

function assetNamed(text: string): string {
  const asset = parseAsset(text);
  if (!asset) throw new Error(`${text} is no asset`);
  return assetId(asset);
}

function words(value: ScValWire | undefined): string {
  if (value?.type === 15) return value.sym.toString();
  if (value?.type === 14) return value.str.toString();
  throw new Error("not a word");
}

function amountIn(data: ScValWire): bigint {
  if (data.type === 10) return (data.i128.hi << 64n) + data.i128.lo;
  if (data.type === 17 && data.map?.[0]) return amountIn(data.map[0].val);
  return 0n;
}

function holder(value: ScValWire | undefined): string {
  if (value?.type !== 18) throw new Error("not an address");
  const { address } = value;
  switch (address.type) {
    case 0:
      return hex(address.accountId.ed25519);
    case 3:
      return hex(address.claimableBalanceId.v0);
    case 4:
      return hex(address.liquidityPoolId);
    default:
      throw new Error("nobody holds under such an address");
  }
}
