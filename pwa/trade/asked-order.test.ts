import { expect, test } from "vitest";
import { readAskedOrder } from "./asked-order.ts";

test("an address fills in a limit order, and nothing beside", () => {
  const asked = { side: "sell", price: "0.25", amount: "10.0000000" };
  expect(readAskedOrder({ ...asked, kind: "market" })).toMatchObject({ ...asked, kind: "limit" });
  // Written by hand it has numbers.
  expect(readAskedOrder({ side: "buy", price: 0.25, amount: 10 })).toMatchObject({ price: "0.25", amount: "10" });
  expect(readAskedOrder({ side: "buy", price: "0.25" })).toMatchObject({ amount: "" });
});

test.each([
  {},
  { side: "hold", price: "1" },
  { side: "buy" },
  { side: "buy", price: "-1" },
  { side: "buy", price: "1", amount: "x" },
])("%o fills in nothing", (search) => {
  expect(readAskedOrder(search)).toBeNull();
});
