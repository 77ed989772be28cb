import { Operation } from "@stellar/stellar-sdk";
import type { Keypair, xdr } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { availableBalance } from "./accounts.ts";
import { CREDITS, ISSUER, KEYS, POOLS, action, nameOf } from "./test-actions.ts";
import { brokenInvariants } from "./test-invariants.ts";
import { TestLedger } from "./test-ledger.ts";

/** What the fees of a whole run come to at most, in stroops: they alone may reach into a reserve. */
const MAX_FEES = 20_000n;
const RUNS = 80;
const REVOCABLE_WITH_CLAWBACK = 10;

const step = fc.record({
  source: fc.constantFrom(...KEYS),
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
});

test("whatever is done, no stroop is made or lost, no count goes wrong, no book is crossed and no reserve is spent", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
      const world = new World(23);
      world.setUp();
      for (const { source, actions } of steps) {
        world.takeStep(
          source,
          actions.flatMap((made) => made(world)),
        );
        world.check();
      }
    }),
    { numRuns: RUNS },
  );
});

class World extends TestLedger {
  setUp(): void {
    this.create("1000", ...KEYS);
    this.must(ISSUER, [Operation.setOptions({ setFlags: REVOCABLE_WITH_CLAWBACK })]);
    for (const key of KEYS.slice(1)) {
      const destination = key.publicKey();
      const lines = [...CREDITS, ...POOLS].map((asset) => Operation.changeTrust({ asset }));
      const payments = CREDITS.map((asset) => Operation.payment({ destination, asset, amount: "10000" }));
      this.must(key, lines);
      this.must(ISSUER, payments);
    }
  }

  takeStep(source: Keypair, operations: readonly xdr.Operation[]): void {
    if (operations.length === 0) return;
    if (!this.account(source)) this.create("50", source);
    const acting = new Set(operations.map(sourceOf));
    const signers = KEYS.filter((key) => key === source || acting.has(key.publicKey()));
    expect(this.run(source, operations, { signers })).not.toMatch(/tx_(internal|bad_auth)/);
  }

  check(): void {
    const { header } = this.state;
    expect(brokenInvariants(this.entries(), header.feePool, header.totalCoins)).toEqual([]);
    for (const { data } of this.entries()) {
      if (data.type === 0) expect(availableBalance(header, data.account) >= -MAX_FEES).toBe(true);
    }
    this.#checkBooks();
  }

  #checkBooks(): void {
    for (const [selling, buying] of this.state.book.pairs()) {
      const ask = this.#best(selling, buying);
      const bid = this.#best(buying, selling);
      // Two offers cross where both sides would gain: the product of their prices is below one.
      if (ask && bid) {
        expect(BigInt(ask.n) * BigInt(bid.n) >= BigInt(ask.d) * BigInt(bid.d)).toBe(true);
      }
    }
  }

  #best(selling: string, buying: string) {
    for (const key of this.state.book.listingsById(selling, buying)) {
      const data = this.state.peek(key)?.data;
      if (data?.type === 2) return data.offer.price;
    }
    return undefined;
  }
}

function sourceOf(operation: xdr.Operation): string | undefined {
  const { sourceAccount } = operation.toXdrObject();
  return sourceAccount?.type === 0 ? nameOf({ type: 0, ed25519: sourceAccount.ed25519 }) : undefined;
}
