import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { quarantineIndexes } from "./migrations.ts";
import { keepInQuarantine, quarantineCollection } from "./quarantine.ts";
import { retryQuarantined } from "./retry-quarantined.ts";

let world: World;

beforeAll(async () => {
  world = await startWorld();
  await quarantineIndexes.run(world.database, world.clock.now());
  await quarantineIndexes.run(world.database, world.clock.now());
});
afterAll(() => world.stop());

const BAD: NetworkTransaction = {
  hash: "bad",
  isSuccessful: true,
  ledger: 5,
  order: 1,
  closedAt: new Date(),
  envelopeXdr: "AAAA",
  resultXdr: "AAAA",
  metaXdr: "AAAA",
};

function keep(transaction: NetworkTransaction): Promise<void> {
  const why = { stage: "reading" as const, error: new Error("not understood") };
  return world.database.transaction((session) => keepInQuarantine(world.runtime, session, transaction, why));
}

function issues() {
  return world.database.collection("system_issues").find({ checkId: "quarantine", subject: "reading" }).toArray();
}

test("what still is not understood goes on waiting, and its issue stands", async () => {
  await keep(BAD);
  await retryQuarantined({ runtime: world.runtime, network: world.network, parts: INGEST_PARTS });
  expect(await quarantineCollection(world.database).findOne({ _id: "bad" })).toMatchObject({ state: "waiting" });
  expect(await issues()).toMatchObject([{ status: "active", occurrences: 1 }]);
});

test("whoever makes very many, or very large ones, fills neither the disk nor the list of issues", async () => {
  const many = Array.from({ length: 1000 }, (_, n) => {
    const { hash: _hash, ...transaction } = BAD;
    const state = { stage: "reading" as const, error: "", isCut: false, state: "waiting" as const, at: new Date() };
    return { ...transaction, ...state, _id: `many-${n}` };
  });
  await keep({ ...BAD, hash: "large", metaXdr: "A".repeat(2_000_000) });
  await quarantineCollection(world.database).insertMany(many);
  await keep({ ...BAD, hash: "late" });
  for (const hash of ["large", "late"])
    expect(await quarantineCollection(world.database).findOne({ _id: hash })).toMatchObject({
      isCut: true,
      envelopeXdr: "",
      metaXdr: "",
    });
  expect(await issues()).toMatchObject([{ occurrences: 3 }]);
});
