import fc from "fast-check";
import { expect, test } from "vitest";
import { afterMove, figuresOf, inPlaces, type Watched } from "./watched.ts";

const USD = `USD-G${"A".repeat(55)}`;

function row(uid: string, place: number, fields: Partial<Watched> = {}): Watched {
  return { uid, id: 1, base: "XLM", quote: uid, place, editedAt: {}, ...fields };
}

test("each thing is shown once, the lowest place first, in one order on all devices", () => {
  const rows = [row("b", 1), row("a", 1), row("c", 0), row("d", 2, { quote: "c" })];
  const uids = inPlaces(rows).map(({ uid }) => uid);
  expect(uids).toEqual(["c", "a", "b"]);
  expect(inPlaces(rows.toReversed()).map(({ uid }) => uid)).toEqual(uids);
});

test("what is moved stands where it was moved to, and all others keep their order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 12 }),
      fc.nat(11),
      fc.integer({ min: -12, max: 12 }),
      (places, index, by) => {
        const rows = inPlaces(places.map((place, number) => row(`r${number}`, place)));
        const moved = rows[index % rows.length];
        if (moved === undefined) return;
        const moves = new Map(afterMove(rows, moved.uid, by).map(({ uid, place }) => [uid, place]));
        const next = inPlaces(rows.map((one) => ({ ...one, place: moves.get(one.uid) ?? one.place })));
        const to = Math.max(0, Math.min(rows.length - 1, rows.indexOf(moved) + by));
        expect(next.findIndex(({ uid }) => uid === moved.uid)).toBe(to);
        const rest = (all: readonly Watched[]) => all.flatMap(({ uid }) => (uid === moved.uid ? [] : [uid]));
        expect(rest(next)).toEqual(rest(rows));
      },
    ),
  );
});

test("a pair that is told the other way round is turned: its price, both sides of its book and its change", () => {
  const told = { base: "XLM", quote: USD, last: "0.25", bid: "0.2", ask: "0.5", change: "-50.00" };
  const ticker = { ...told, high: null, low: null, baseVolume: "0", quoteVolume: "0", trades: 1 };
  expect(figuresOf([ticker], { base: "XLM", quote: USD })).toBe(ticker);
  expect(figuresOf([ticker], { base: USD, quote: "XLM" })).toEqual({ last: "4", bid: "2", ask: "5", change: "100.00" });
  expect(figuresOf([ticker], { base: "XLM", quote: "XLM" })).toBeNull();
});
