import * as v from "valibot";
import { expect, test } from "vitest";
import { BalanceRow } from "#schemas/wallet.ts";
import { rowSchema } from "./row-schema.ts";

const ISSUER = `G${"A".repeat(55)}`;

test("a balance of the longest asset code is a row, and its key fits the device's index", () => {
  const uid = `TWELVELETTER-${ISSUER}`;
  expect(v.safeParse(BalanceRow.entries.uid, uid)).toMatchObject({ success: true, output: uid });
  const { properties } = rowSchema("balances");
  expect(properties.uid.maxLength).toBeGreaterThanOrEqual(uid.length);
});

test.each(["", "THIRTEENCHARS", `EUR-${ISSUER}A`, `EUR-X${"A".repeat(55)}`, `E R-${ISSUER}`])(
  "%j names no balance",
  (uid) => {
    expect(v.is(BalanceRow.entries.uid, uid)).toBe(false);
  },
);
