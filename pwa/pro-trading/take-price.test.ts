import { expect, test } from "vitest";
import { EMPTY_DRAFT, type OrderDraft } from "#pwa/parts/trading/order-draft.ts";
import { withPrice } from "./take-price.ts";

const draftOf = (parts: Partial<OrderDraft>): OrderDraft => ({ ...EMPTY_DRAFT, ...parts });

test("a price that is pointed at stays with the kind of order that has one", () => {
  for (const kind of ["limit", "passive", "scaled"] as const)
    expect(withPrice(draftOf({ kind }), "0.5")).toEqual({ price: "0.5" });
  for (const standing of ["stop-limit", "take-profit", "oco", "twap"] as const)
    expect(withPrice(draftOf({ kind: "market", standing }), "0.5")).toEqual({ price: "0.5" });
});

test("what has no price becomes a limit order at it", () => {
  const limit = { price: "0.5", kind: "limit", standing: null };
  expect(withPrice(draftOf({ kind: "market" }), "0.5")).toEqual(limit);
  expect(withPrice(draftOf({ standing: "recurring" }), "0.5")).toMatchObject(limit);
  expect(withPrice(draftOf({ standing: "trailing-stop" }), "0.5")).toMatchObject(limit);
});
