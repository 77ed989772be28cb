import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BOOK_LEVELS, type BookLevelRow, type MarketDelta } from "#schemas/market-data.ts";
import { comparePrices } from "#schemas/values/money.ts";
import { withDelta } from "#tests/markets/viewer.ts";
import { Board, type Shown } from "./market-boards.ts";
import { noContents } from "./market-view.ts";

const ASKED = { base: "XLM", quote: `USD-G${"A".repeat(55)}` };
const PAIR = { base: { assetCode: "XLM", issuer: "" }, counter: { assetCode: "USD", issuer: `G${"A".repeat(55)}` } };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aBoard() {
  let shown: Shown = {
    place: { state: "live", ledger: 10, closedAt: new Date(0).toISOString() },
    contents: noContents(PAIR),
  };
  const told: MarketDelta[] = [];
  let isClosed = false;
  let isFollowed = true;
  const board = new Board({
    asked: ASKED,
    read: () => shown,
    tell: (delta) => told.push(delta),
    isFollowed: () => isFollowed,
    onClose: () => {
      isClosed = true;
    },
  });
  return {
    board,
    told,
    isClosed: () => isClosed,
    follow(again: boolean) {
      isFollowed = again;
    },
    show(contents: Partial<Shown["contents"]>, state: Shown["place"]["state"] = "live") {
      shown = {
        place: { ...shown.place, state, ledger: shown.place.ledger + 1 },
        contents: { ...shown.contents, ...contents },
      };
    },
  };
}

test("a change is told at once, and those that follow within 50 ms together", () => {
  const { board, told, show } = aBoard();
  vi.advanceTimersByTime(1000);
  show({ bids: [[1, 2, "1.0000000"]] });
  board.note(true);
  expect(told).toMatchObject([{ previous: 10, sequence: 11, ledger: 11, bids: [[1, 2, "1.0000000"]] }]);
  for (const amount of ["2.0000000", "3.0000000"]) {
    vi.advanceTimersByTime(10);
    show({ bids: [[1, 2, amount]] });
    board.note(true);
  }
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(29);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told[1]).toMatchObject({ previous: 11, sequence: 12, ledger: 13, bids: [[1, 2, "3.0000000"]] });
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(2);
});

test("of a pair that was delisted everybody hears that they have to ask, and once it is listed again what changed", () => {
  const { board, told, show, follow } = aBoard();
  vi.advanceTimersByTime(1000);
  follow(false);
  board.note(true);
  expect(board.isOver).toBe(true);
  expect(told, "it goes on from what nobody was sent").toMatchObject([{ previous: 11, sequence: 12, bids: [] }]);
  follow(true);
  show({ bids: [[1, 2, "1.0000000"]] });
  vi.advanceTimersByTime(1000);
  board.note(true);
  expect(told[1]).toMatchObject({ previous: 12, sequence: 13, bids: [[1, 2, "1.0000000"]] });
});

test("a quiet pair is told of every five seconds, and at once when it falls behind", () => {
  const { board, told, show } = aBoard();
  for (let second = 1; second <= 12; second += 1) {
    vi.advanceTimersByTime(1000);
    show({});
    board.note(false);
  }
  expect(told.map(({ ledger }) => ledger)).toEqual([15, 20]);
  expect(told[0]).toMatchObject({ bids: [], asks: [], trades: [] });
  expect(told[0]).not.toHaveProperty("ticker");
  show({}, "behind");
  board.note(true);
  expect(told[2]).toMatchObject({ state: "behind" });
});

test("a board that is closed tells nothing more", () => {
  const { board, told, show, isClosed } = aBoard();
  vi.advanceTimersByTime(60);
  show({ bids: [[1, 2, "1.0000000"]] });
  board.note(true);
  show({ bids: [] });
  board.note(true);
  board.close();
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
  expect(isClosed()).toBe(true);
});

const side = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), fc.nat(3)), {
    maxLength: 30,
    selector: ([n, d]) => n / d,
  })
  .map((levels) => levels.map(([n, d, amount]): BookLevelRow => [n, d, `${amount + 1}.0000000`]));

function ordered(rows: readonly BookLevelRow[], direction: 1 | -1): BookLevelRow[] {
  const price = ([n, d]: BookLevelRow) => ({ n, d });
  return rows.toSorted((left, right) => direction * comparePrices(price(left), price(right))).slice(0, BOOK_LEVELS);
}

test("from one snapshot on, the changes lead to every book there is", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(side, side), { maxLength: 8 }), (books) => {
      const { board, told, show } = aBoard();
      let held = board.snapshot();
      for (const [bids, asks] of books) {
        vi.advanceTimersByTime(60);
        const book = { bids: ordered(bids, -1), asks: ordered(asks, 1) };
        show(book);
        board.note(true);
        for (const delta of told.splice(0)) {
          expect(delta.previous).toBe(held.sequence);
          held = withDelta(held, delta);
        }
        expect({ bids: held.bids, asks: held.asks }).toEqual(book);
      }
      expect(held.bids).toEqual(board.snapshot().bids);
      board.close();
    }),
  );
});

test("a level whose price is written otherwise is the same level", () => {
  const { board, told, show } = aBoard();
  vi.advanceTimersByTime(1000);
  show({ asks: [[1, 2, "3.0000000"]] });
  board.note(true);
  vi.advanceTimersByTime(1000);
  show({ asks: [[2, 4, "3.0000000"]] });
  board.note(true);
  expect(told[1]?.asks).toEqual([[2, 4, "3.0000000"]]);
  vi.advanceTimersByTime(1000);
  show({ asks: [] });
  board.note(true);
  expect(told[2]?.asks).toEqual([[2, 4, "0.0000000"]]);
});
