import fc from "fast-check";
import { expect, test } from "vitest";
import { firstPoolShares, poolStrictSend, poolWithdrawal } from "#schemas/values/exchange.ts";
import { mulDiv, STROOPS_PER_UNIT as ONE } from "#schemas/values/money.ts";
import { gainOf, inB, type PoolMove } from "./pool-gain.ts";

/** A pool as the ledger runs it; `own` are the shares of one of its holders. */
interface Pool {
  a: bigint;
  b: bigint;
  shares: bigint;
  own: bigint;
}

const FEE = 30;

function deposit(pool: Pool, maxA: bigint): PoolMove {
  const shares = mulDiv(pool.shares, maxA, pool.a, "down");
  const a = mulDiv(shares, pool.a, pool.shares, "up");
  const b = mulDiv(shares, pool.b, pool.shares, "up");
  Object.assign(pool, { a: pool.a + a, b: pool.b + b, shares: pool.shares + shares, own: pool.own + shares });
  return { kind: "deposit", a, b };
}

function withdraw(pool: Pool, shares: bigint): PoolMove {
  const a = poolWithdrawal(shares, pool.shares, pool.a);
  const b = poolWithdrawal(shares, pool.shares, pool.b);
  Object.assign(pool, { a: pool.a - a, b: pool.b - b, shares: pool.shares - shares, own: pool.own - shares });
  return { kind: "withdrawal", a, b };
}

function trade(pool: Pool, isSelling: boolean, amount: bigint, fee = FEE): void {
  const [to, from] = isSelling ? [pool.a, pool.b] : [pool.b, pool.a];
  const done = poolStrictSend(to, from, amount, fee);
  if (done === undefined) return;
  if (isSelling) Object.assign(pool, { a: pool.a + done.sent, b: pool.b - done.received });
  else Object.assign(pool, { b: pool.b + done.sent, a: pool.a - done.received });
}

function nowOf(pool: Pool) {
  return { a: poolWithdrawal(pool.own, pool.shares, pool.a), b: poolWithdrawal(pool.own, pool.shares, pool.b) };
}

function aPool(): Pool {
  const [a, b] = [1_000_000n * ONE, 100_000n * ONE];
  return { a, b, shares: firstPoolShares(a, b), own: 0n };
}

test("without a trade nothing was earned and nothing lost", () => {
  const pool = aPool();
  const moves = [deposit(pool, 1000n * ONE)];
  const gain = gainOf(nowOf(pool), moves);
  expect(gain?.fees).toEqual({ a: 0n, b: 0n });
  for (const side of [gain?.divergence.a, gain?.divergence.b])
    expect(side !== undefined && side <= 0n && side >= -2n).toBe(true);
});

test("a moved price without fees is divergence alone, and it is a loss", () => {
  const pool = aPool();
  const moves = [deposit(pool, 1000n * ONE)];
  trade(pool, true, pool.a, 0);
  const now = nowOf(pool);
  const gain = gainOf(now, moves);
  if (gain === null) throw new Error("all moves are known");
  // The price fell to a quarter: half as much of B, twice as much of A; held aside, 1000 A and 100 B are 125 B, now they are 100 B.
  expect(Number(inB(gain.divergence, now)) / Number(ONE)).toBeCloseTo(-25, 2);
  expect(inB(gain.fees, now) < ONE / 1000n).toBe(true);
});

test("fees and divergence add up to what there is, less what was put in, whatever was traded", () => {
  const amounts = fc.bigInt({ min: ONE, max: 50_000n * ONE });
  const step = fc.oneof(
    fc.record({ kind: fc.constant("trade" as const), amount: amounts, isSelling: fc.boolean() }),
    fc.record({ kind: fc.constant("deposit" as const), amount: amounts, isSelling: fc.boolean() }),
    fc.record({
      kind: fc.constant("withdraw" as const),
      amount: fc.bigInt({ min: 1n, max: 99n }),
      isSelling: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const pool = aPool();
      const moves = [deposit(pool, 5000n * ONE)];
      for (const { kind, amount, isSelling } of steps) {
        if (kind === "trade") trade(pool, isSelling, amount);
        else if (kind === "deposit") moves.push(deposit(pool, amount));
        else {
          const taken = withdraw(pool, mulDiv(pool.own, amount, 100n, "down"));
          if (taken.a > 0n && taken.b > 0n) moves.push(taken);
        }
      }
      const now = nowOf(pool);
      const gain = gainOf(now, moves);
      if (gain === null) throw new Error("all moves are known");
      for (const side of ["a", "b"] as const) {
        expect(gain.fees[side] >= 0n).toBe(true);
        expect(gain.fees[side] + gain.divergence[side]).toBe(now[side] + gain.withdrawn[side] - gain.deposited[side]);
      }
    }),
  );
});

test("fees are what the trades paid for the share", () => {
  const pool = aPool();
  const moves = [deposit(pool, 1_000_000n * ONE)];
  // Half of the pool: to and fro, 1,000 A each way for ten times.
  for (let turn = 0; turn < 10; turn += 1) {
    trade(pool, true, 1000n * ONE);
    trade(pool, false, 100n * ONE);
  }
  const now = nowOf(pool);
  const gain = gainOf(now, moves);
  if (gain === null) throw new Error("all moves are known");
  // 0.3 % of 10 times 1,000 A and 100 B, of which half is theirs: 15 A and 1.5 B, or 3 B in all.
  expect(Number(inB(gain.fees, now)) / Number(ONE)).toBeCloseTo(3, 1);
});

test("nothing is told where the history does not hold all of it", () => {
  const pool = aPool();
  const first = deposit(pool, 1000n * ONE);
  const second = deposit(pool, 1000n * ONE);
  withdraw(pool, pool.own / 2n);
  // The withdrawal is missing: there is less than fees could ever leave.
  expect(gainOf(nowOf(pool), [first, second])).toBeNull();
  expect(gainOf(nowOf(pool), [])).toBeNull();
  expect(gainOf(nowOf(pool), [{ ...first, b: 0n }])).toBeNull();
});
