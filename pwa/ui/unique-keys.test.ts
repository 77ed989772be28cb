import { expect, test } from "vitest";
import { uniqueKeys } from "./unique-keys.ts";

test("no two of the same name have one key, and a name alone is its own", () => {
  expect(uniqueKeys(["Order", "Rate", "Order", "Order"])).toEqual(["Order", "Rate", "Order 2", "Order 3"]);
});
