import { beforeEach, expect, test, vi } from "vitest";
import { elementOf, FAKE_DOCUMENT, FakeElement } from "#pwa/parts/painting/page.fixture.ts";
import type { MarketTrade } from "#schemas/market-data.ts";
import { openTapePainter } from "./tape-painter.ts";

beforeEach(() => {
  vi.stubGlobal("document", FAKE_DOCUMENT);
  return () => vi.unstubAllGlobals();
});

const AROUND = 0.1;

function aTrade(number: number, side: "buy" | "sell" = "buy"): MarketTrade {
  const price = `0.25${number}`;
  return {
    id: `${number}-0`,
    ledger: number,
    at: "2026-01-01T10:00:00Z",
    side,
    price,
    baseAmount: "1.0000000",
    quoteAmount: "1.0000000",
  };
}

function aRow(): FakeElement {
  return new FakeElement(
    ["trade"],
    ["said", "price", "amount", "time"].map((name) => new FakeElement([name])),
  );
}

function shownIn(body: FakeElement): readonly (string | undefined)[] {
  return body.children.filter(({ hidden }) => !hidden).map((row) => row.querySelector("[data-price]")?.text?.data);
}

test("trades stand in their order, and rows that have none are not there", () => {
  const body = new FakeElement([], [aRow(), aRow(), aRow()]);
  const paint = openTapePainter(elementOf(body));
  paint({ trades: [aTrade(2), aTrade(1)], around: AROUND });
  expect(shownIn(body)).toEqual(["0.252000", "0.251000"]);
});

test("what is new takes the rows that are over, and the other rows are not written", () => {
  const body = new FakeElement([], [aRow(), aRow(), aRow()]);
  const paint = openTapePainter(elementOf(body));
  const [one, two, three] = [aTrade(1), aTrade(2), aTrade(3)];
  paint({ trades: [three, two, one], around: AROUND });
  const [first, second, last] = body.children;
  const writes = first?.writes;
  paint({ trades: [aTrade(4, "sell"), three, two], around: AROUND });
  expect(body.children).toEqual([last, first, second]);
  expect(shownIn(body)).toEqual(["0.254000", "0.253000", "0.252000"]);
  expect(first?.writes).toBe(writes);
  expect(last?.attributes.get("data-side")).toBe("sell");
});

test("another tape altogether is written over what was there", () => {
  const body = new FakeElement([], [aRow(), aRow()]);
  const paint = openTapePainter(elementOf(body));
  paint({ trades: [aTrade(2), aTrade(1)], around: AROUND });
  paint({ trades: [aTrade(9), aTrade(8)], around: AROUND });
  expect(shownIn(body)).toEqual(["0.259000", "0.258000"]);
  paint({ trades: [], around: AROUND });
  expect(shownIn(body)).toEqual([]);
});

test("where more than all rows are new, all are written", () => {
  const body = new FakeElement([], [aRow(), aRow()]);
  const paint = openTapePainter(elementOf(body));
  paint({ trades: [aTrade(1)], around: AROUND });
  paint({ trades: [aTrade(4), aTrade(3), aTrade(2), aTrade(1)], around: AROUND });
  expect(shownIn(body)).toEqual(["0.254000", "0.253000"]);
});
