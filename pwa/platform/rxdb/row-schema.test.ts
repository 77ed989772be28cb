import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { expect, test } from "vitest";
import { SYNC_COLLECTIONS, SYNC_ROWS } from "#schemas/protocol.ts";
import { BalanceRow } from "#schemas/wallet.ts";
import { jsonTypeOf, rowSchema } from "./row-schema.ts";

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

test.each(SYNC_COLLECTIONS)(
  "the fields of %s are stored as the types that a converter of all schemas gives them",
  (name) => {
    const { properties = {} } = toJsonSchema(SYNC_ROWS[name], { errorMode: "ignore", typeMode: "output" });
    const types = Object.entries(properties).map(([field, property]) => [field, Object(property).type]);
    const derived = Object.entries(SYNC_ROWS[name].entries).map(([field, schema]) => [field, jsonTypeOf(schema)]);
    expect(derived).toEqual(types);
  },
);
