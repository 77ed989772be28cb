import fc from "fast-check";
import { aBalance, aClaimable, aPool, aPoolShare, aPriceOf, aWhole, POOL_ID } from "#pwa/parts/assets/whole.fixture.ts";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { firstPoolShares, poolStrictSend, poolWithdrawal } from "#schemas/values/exchange.ts";
import { formatAmount, mulDiv, STROOPS_PER_UNIT as ONE } from "#schemas/values/money.ts";
import { entriesOf } from "#pwa/parts/journal/entries.ts";
import { claimEntriesOf, holdsOf } from "./holds.ts";
import { priceLineOf } from "./price-line.ts";
import { bookOf } from "./book.ts";

export const DAY_MS = 86_400_000;
export const START_MS = Date.parse("2026-01-01T00:00:00.000Z");
const NAMES = { XLM: "", USDC: "G", ODD: "G" } as const;
type Code = keyof typeof NAMES;

export interface Step {
  readonly kind: "in" | "out" | "trade" | "swap" | "fills" | "deposit" | "withdraw" | "fee" | "market";
  readonly from: Code;
  readonly to: Code;
  /** Of what there is, in thousandths. */
  readonly part: bigint;
  /** How far from the day's price it was, in percent. */
  readonly off: bigint;
  /** What an XLM costs from this day on, in thousandths of a dollar. */
  readonly price: bigint;
}

const codes = fc.constantFrom<Code>("XLM", "USDC", "ODD");
export const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("in", "out", "trade", "swap", "fills", "deposit", "withdraw", "fee", "market"),
    from: codes,
    to: codes,
    part: fc.bigInt({ min: 1n, max: 1000n }),
    off: fc.bigInt({ min: 50n, max: 200n }),
    price: fc.bigInt({ min: 20n, max: 2000n }),
  }),
  { minLength: 1, maxLength: 40 },
);

/** A ledger with one account and one pool: what its rows tell is what they moved. */
function play(history: readonly Step[]) {
  const held = { XLM: 0n, USDC: 0n, ODD: 0n };
  const pool = { a: 1_000_000n * ONE, b: 250_000n * ONE, total: 0n, own: 0n };
  pool.total = firstPoolShares(pool.a, pool.b);
  const rows: MovementRow[] = [];
  const prices = { XLM: 250n, USDC: 1001n, ODD: 7300n };
  const told: { readonly code: Code; readonly at: string; readonly usd: string }[] = [];
  const write = (uid: string, day: number, code: Code, change: bigint, fields: Partial<MovementRow>): void => {
    held[code] += change;
    const amount = formatAmount(change < 0n ? -change : change);
    const ends = change < 0n ? { from: "GME", to: "" } : { from: "", to: "GME" };
    const timestamp = new Date(START_MS + day * DAY_MS + 3_600_000).toISOString();
    rows.push(aRow({ fee: "0", ...ends, uid, assetCode: code, issuer: NAMES[code], amount, timestamp, ...fields }));
  };
  const takeStep = (step: Step, day: number): void => {
    const uid = String(4_294_967_296 + day * 10);
    const give = mulDiv(held[step.from], step.part, 1000n, "down");
    const get = mulDiv(give * step.off, prices[step.from], 100n * prices[step.to], "down");
    switch (step.kind) {
      case "in":
        return write(uid, day, step.to, step.part * ONE + step.off, { from: "GANA", type: "receive" });
      case "out":
        return give === 0n ? undefined : write(uid, day, step.from, -give, { to: "GANA", type: "send" });
      case "trade":
      case "swap":
        if (give === 0n || get === 0n || step.from === step.to) return undefined;
        write(uid, day, step.from, -give, { type: step.kind });
        return write(`${uid}-2`, day, step.to, get, { type: step.kind });
      case "fills":
        // Two of one's own orders, taken by one transaction of somebody else's.
        for (const number of [1, 2]) {
          if (give < 2n || get < 2n || step.from === step.to) return undefined;
          const one = String(Number(uid) + number);
          write(one, day, step.from, -(give / 2n), { type: "trade" });
          write(`${one}-2`, day, step.to, get / 2n, { type: "trade" });
        }
        return undefined;
      case "deposit": {
        const most = held.XLM < 1000n * ONE ? held.XLM : 1000n * ONE;
        const shares = mulDiv(pool.total, mulDiv(most, step.part, 1000n, "down"), pool.a, "down");
        const [a, b] = [mulDiv(shares, pool.a, pool.total, "up"), mulDiv(shares, pool.b, pool.total, "up")];
        if (shares === 0n || a > held.XLM || b > held.USDC) return undefined;
        Object.assign(pool, { a: pool.a + a, b: pool.b + b, total: pool.total + shares, own: pool.own + shares });
        write(uid, day, "XLM", -a, { type: "pool_deposit", to: POOL_ID });
        return write(`${uid}-2`, day, "USDC", -b, { type: "pool_deposit", to: POOL_ID });
      }
      case "withdraw": {
        const shares = mulDiv(pool.own, step.part, 1000n, "up");
        const [a, b] = [poolWithdrawal(shares, pool.total, pool.a), poolWithdrawal(shares, pool.total, pool.b)];
        if (a === 0n || b === 0n) return undefined;
        Object.assign(pool, { a: pool.a - a, b: pool.b - b, total: pool.total - shares, own: pool.own - shares });
        write(uid, day, "XLM", a, { type: "pool_withdraw", from: POOL_ID });
        return write(`${uid}-2`, day, "USDC", b, { type: "pool_withdraw", from: POOL_ID });
      }
      case "fee": {
        const fee = held.XLM < step.part ? held.XLM : step.part;
        held.XLM -= fee;
        return void rows.push(
          aRow({
            uid,
            type: "fee",
            amount: "0",
            from: "GME",
            to: "",
            fee: formatAmount(fee),
            timestamp: new Date(START_MS + day * DAY_MS + 3_600_000).toISOString(),
          }),
        );
      }
      case "market": {
        const done = poolStrictSend(pool.a, pool.b, step.part * 100n * ONE, 30);
        if (done !== undefined) Object.assign(pool, { a: pool.a + done.sent, b: pool.b - done.received });
      }
    }
    return undefined;
  };
  history.forEach((step, day) => {
    if (step.kind === "market") prices.XLM = step.price;
    for (const code of ["XLM", "USDC", "ODD"] as const)
      told.push({
        code,
        at: new Date(START_MS + day * DAY_MS).toISOString(),
        usd: (Number(prices[code]) / 1000).toFixed(3),
      });
    takeStep(step, day);
  });
  return { held, pool, rows, told, prices };
}

/** The book after a history of a step a day, and what it was worked out from. */
export async function bookAfter(history: readonly Step[]) {
  const { held, pool, rows, told, prices } = play(history);
  const keyOf = (code: Code): string => (code === "XLM" ? code : `${code}-${NAMES[code]}`);
  const claimable = aClaimable({ createdAt: new Date(START_MS + 3_600_000).toISOString() });
  const whole = aWhole({
    balances: (["XLM", "USDC", "ODD"] as const).map((code) =>
      aBalance({ uid: keyOf(code), assetCode: code, issuer: NAMES[code], balance: formatAmount(held[code]) }),
    ),
    poolShares: [aPoolShare({ shares: formatAmount(pool.own) })],
    poolOf: () =>
      aPool({
        reserveA: formatAmount(pool.a),
        reserveB: formatAmount(pool.b),
        totalShares: formatAmount(pool.total),
      }),
    claimables: [claimable],
    priceOf: aPriceOf(
      Object.fromEntries(
        Object.entries(prices).map(([code, price]) => [code, { usd: (Number(price) / 1000).toFixed(3) }]),
      ),
    ),
  });
  const lineOf = (code: Code) =>
    priceLineOf(told.flatMap((point) => (point.code === code ? [{ at: point.at, usd: point.usd, xlm: null }] : [])));
  const lines = new Map([
    ...(["XLM", "USDC", "ODD"] as const).map((code) => [keyOf(code), lineOf(code)] as const),
    ["claim:XLM", lineOf("XLM")] as const,
  ]);
  const facts = { pieces: [entriesOf(rows, "GME"), claimEntriesOf(whole.claims)], holds: holdsOf(whole), lines };
  const book = await bookOf({ ...facts, fromMs: 0, nowMs: START_MS + history.length * DAY_MS }, () => false);
  if (book === null) throw new Error("nobody stopped it");
  return { book, whole, facts };
}
