import fc from "fast-check";
import { expect, test } from "vitest";
import { readPrice } from "./price.ts";
import { limitAt, markAfter, nextMark, TRAIL_STEPS, type Trailing, triggerAt } from "./trailing.ts";

type Fraction = { readonly n: bigint; readonly d: bigint };
const part = fc.bigInt({ min: 1n, max: 2_147_483_647n });
const reserve = fc.bigInt({ min: 10n ** 12n, max: 10n ** 23n });
/** A price of a book, or of a pool, whose parts are products of amounts. */
const price = fc.oneof(fc.tuple(part, part), fc.tuple(reserve, reserve)).map(([n, d]): Fraction => ({ n, d }));
/** Prices that ledgers left one after another: near each other, as they are. */
const walk = fc
  .tuple(price, fc.array(fc.integer({ min: 9000, max: 11_000 }), { minLength: 1, maxLength: 60 }))
  .map(([first, moves]) => {
    const seen: Fraction[] = [first];
    for (const move of moves) {
      const { n, d } = seen.at(-1) ?? first;
      // To as few digits as a ledger's.
      seen.push({ n: (n * BigInt(move) * 10n ** 12n) / (d * 10_000n) || 1n, d: 10n ** 12n });
    }
    return seen;
  });
const trailing = fc.record({
  side: fc.constantFrom("sell" as const, "buy" as const),
  trail: fc.integer({ min: 10, max: 5000 }),
  limitOffset: fc.integer({ min: 0, max: 2000 }),
  activationPrice: fc.constant<string | null>(null),
});

function exact(text: string): Fraction {
  const found = readPrice(text);
  if (!found) throw new RangeError(`${text} is no price`);
  return found;
}

/** Positive where the first is the better price for whoever trades on that side. */
function better(side: Trailing["side"], one: Fraction, other: Fraction): bigint {
  const difference = one.n * other.d - other.n * one.d;
  return side === "sell" ? difference : -difference;
}

function follow(terms: Trailing, seen: readonly Fraction[], from: string | null = null): string | null {
  return seen.reduce<string | null>((mark, each) => markAfter(terms, mark, each), from);
}

test("a trailing stop sells at 2.1 % below the highest bid, at a limit a little below that, and never looks back", () => {
  const terms = { side: "sell", trail: 210, limitOffset: 100, activationPrice: null } as const;
  const mark = follow(terms, [
    { n: 2400n, d: 10_000n },
    { n: 2442n, d: 10_000n },
    { n: 2395n, d: 10_000n },
  ]);
  expect(mark).toBe("0.2442");
  const trigger = triggerAt(terms, "0.2442");
  expect(trigger).toBe("0.2390718");
  expect(limitAt(terms, trigger)).toBe("0.236681082");
  const buy = { ...terms, side: "buy" } as const;
  expect(triggerAt(buy, "0.2")).toBe("0.2042");
  expect(limitAt(buy, "0.2042")).toBe("0.206242");
});

test("its trigger never moves against its owner, whatever ledgers leave", () => {
  fc.assert(
    fc.property(trailing, walk, ({ side, ...rest }, seen) => {
      const terms = { side, ...rest };
      let mark: string | null = null;
      for (const each of seen) {
        const next: string | null = markAfter(terms, mark, each);
        if (mark !== null) {
          expect(next).not.toBeNull();
          expect(better(side, exact(next ?? ""), exact(mark)) >= 0n).toBe(true);
          expect(better(side, exact(triggerAt(terms, next ?? "")), exact(triggerAt(terms, mark))) >= 0n).toBe(true);
        }
        mark = next;
      }
    }),
  );
});

test("no ledger that was seen is left out: the mark is the best of them, or less than a step behind it", () => {
  fc.assert(
    fc.property(trailing, walk, (terms, seen) => {
      const { side, trail } = terms;
      const mark = exact(follow(terms, seen) ?? "");
      const best = seen.reduce((most, each) => (better(side, each, most) > 0n ? each : most));
      // What has more places than a price can say is rounded against nobody by less than the last of them.
      const unit = 10n ** 18n;
      const slack =
        side === "sell"
          ? { n: mark.n * unit + mark.d, d: mark.d * unit }
          : { n: mark.n * unit - mark.d, d: mark.d * unit };
      const whole = 10_000n * BigInt(TRAIL_STEPS);
      const step = side === "sell" ? whole + BigInt(trail) : whole - BigInt(trail);
      const ahead = { n: slack.n * step, d: slack.d * whole };
      expect(better(side, best, mark) >= 0n, "it invents nothing").toBe(true);
      expect(better(side, ahead, best) >= 0n, "it misses nothing").toBe(true);
    }),
  );
});

test("wherever a process began again, what follows is the same", () => {
  fc.assert(
    fc.property(trailing, walk, fc.nat(60), (terms, seen, at) => {
      const stored = follow(terms, seen.slice(0, at));
      expect(follow(terms, seen.slice(at), stored === null ? null : JSON.parse(JSON.stringify(stored)))).toBe(
        follow(terms, seen),
      );
    }),
  );
});

test("the next price that moves it is exactly where it moves, so that the index finds each one that does", () => {
  fc.assert(
    fc.property(trailing, price, price, fc.boolean(), (terms, first, other, isAtNext) => {
      const mark = markAfter(terms, null, first);
      const next = nextMark(terms, mark);
      if (next.n === 0n) return;
      const seen = isAtNext ? next : other;
      expect(markAfter(terms, mark, seen) !== mark).toBe(better(terms.side, seen, next) >= 0n);
    }),
  );
});

test("it begins to follow at its activation price, and not before", () => {
  const terms = { side: "sell", trail: 500, limitOffset: 0, activationPrice: "2" } as const;
  expect(follow(terms, [{ n: 199n, d: 100n }])).toBeNull();
  expect(
    follow(terms, [
      { n: 199n, d: 100n },
      { n: 2n, d: 1n },
      { n: 1n, d: 1n },
    ]),
  ).toBe("2");
  const buy = { ...terms, side: "buy" } as const;
  expect(follow(buy, [{ n: 201n, d: 100n }])).toBeNull();
  expect(follow(buy, [{ n: 3n, d: 2n }])).toBe("1.5");
});
