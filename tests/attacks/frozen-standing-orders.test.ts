import { afterAll, beforeAll, expect, test } from "vitest";
import { takesBackOrders } from "#server/standing-orders/index.ts";
import { setFrozen } from "#server/security/freeze.ts";
import { OWNER, Scene } from "#tests/standing-orders/scene.ts";
import { writeSaid } from "#schemas/said.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await Scene.open();
  await scene.world.database.collection("users").insertOne({ id: OWNER, username: "owner" });
}, 60_000);
afterAll(() => scene.stop());

function set(isFrozen: boolean): Promise<void> {
  const { runtime } = scene.world;
  const change = { isFrozen, reason: "a test", by: OWNER };
  return setFrozen({ runtime, takersBack: [takesBackOrders(runtime)] }, OWNER, change);
}

test("a standing order of before the freeze neither runs while it lasts nor once it is over", async () => {
  const { uid } = await scene.place(scene.stop10());
  await set(true);
  await scene.setPrices("0.7", "1.1");
  await scene.settle();
  await set(false);
  await scene.setPrices("0.9", "1.1");
  await scene.setPrices("0.7", "1.1");
  await scene.settle();
  const order = await scene.order(uid);
  expect(await scene.submissionsOf(order)).toEqual([]);
  expect(order).toMatchObject({ state: "cancelled", reason: writeSaid("reason.account-frozen") });
});

test("a run that is not signed yet goes with its order", async () => {
  await scene.setPrices("0.9", "1.1");
  const { uid } = await scene.place(scene.stop10());
  await scene.setPrices("0.7", "1.1");
  await scene.look();
  await set(true);
  await set(false);
  await scene.settle();
  const order = await scene.order(uid);
  expect((await scene.submissionsOf(order)).map(({ state }) => state)).toEqual(["failed"]);
  expect(order).toMatchObject({ state: "cancelled", submissionId: null });
});
