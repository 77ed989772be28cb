import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { look } from "#server/market-making/look.ts";
import { offerCollection, type PoolDocument } from "#server/market-making/store.ts";
import { writeSaid } from "#schemas/said.ts";
import { readStandings } from "#server/pool-standing/index.ts";
import { offersOf } from "#tests/faults/money/ledger.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import { PoolScene } from "./scene.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let scene: PoolScene;
let pool: PoolDocument;
beforeAll(async () => {
  scene = await PoolScene.open();
  await scene.scene.setPrices("0.98", "1.02");
  const { uid } = await scene.openPool(scene.terms());
  await scene.settle();
  pool = await scene.read(uid);
});
afterAll(() => scene.stop());

const NOBODY_TELLS = { known: () => null, read: () => Promise.resolve(null) };

async function onLedger(): Promise<number> {
  const { horizonUrl } = scene.scene.world.stellar;
  return (await Promise.all(pool.wallets.map((wallet) => offersOf(horizonUrl, wallet)))).flat().length;
}

/** What ingestion knows after ledgers that it missed, where nobody lists offers. */
async function forget(): Promise<void> {
  await offerCollection(scene.database).deleteMany({ wallet: { $in: [...pool.wallets] } });
}

/** What keeps its owner's trades away. */
async function standing() {
  const found = await scene.database.transaction((session) => readStandings(scene.database, session, OWNER));
  const own = found.find(({ _id }) => _id === pool.id);
  return { bid: own?.bid ?? null, ask: own?.ask ?? null };
}

test.each(["stop", "drain"] as const)("a %s waits for offers that nobody knows, says so, and goes on", async (act) => {
  const { uid } = pool;
  await scene.startPool(uid);
  await scene.settle();
  expect(await onLedger()).toBeGreaterThan(0);
  await forget();
  await (act === "stop" ? scene.stopPool(uid) : scene.drainPool(uid));
  for (let turn = 0; turn < 3; turn += 1)
    await look({ ...scene.deps(), sides: NOBODY_TELLS }, new Map(), new AbortController().signal);
  const waiting = await scene.read(uid);
  const status = act === "stop" ? "stopping" : "draining";
  expect(waiting).toMatchObject({ status, reason: writeSaid("said.market-reconciliation") });
  await scene.settle();
  expect(await scene.read(uid)).toMatchObject({ status: act === "stop" ? "stopped" : "closed", reason: "" });
  if (act === "stop") expect(await onLedger()).toBe(0);
});

test("its owner meets none of them meanwhile", async () => {
  const { uid } = await scene.openPool(scene.terms({ quoteAmount: "10" }));
  await scene.settle();
  pool = await scene.read(uid);
  await scene.startPool(uid);
  await scene.settle();
  await scene.scene.setPrices("1.04", "1.08");
  await scene.look();
  const { world } = scene.scene;
  await scene.scene.here.work();
  await world.close();
  await world.ingest();
  await forget();
  const before = await standing();
  expect(before.bid).not.toBeNull();
  await scene.scene.here.work();
  await scene.scene.follow();
  await scene.look();
  const stopping = await scene.read(uid);
  expect(stopping).toMatchObject({ under: null, status: "stopping", stop: "reconciliation" });
  expect(await standing()).toEqual(before);
  await scene.settle();
  expect(await onLedger()).toBe(0);
  expect(await standing()).toEqual({ bid: null, ask: null });
});
