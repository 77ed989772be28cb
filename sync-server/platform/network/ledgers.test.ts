import { expect, test } from "vitest";
import { readLedgers } from "./ledgers.ts";

test("a ledger that cannot be read is left out, and spoils no other's numbers", () => {
  const garbage = { hash: "", sequence: 7, ledgerCloseTime: "0", headerXdr: "", metadataXdr: "AAAAYwAAAAA=" };
  expect(readLedgers([garbage])).toEqual([]);
});
