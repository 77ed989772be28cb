import { afterAll, beforeAll, expect, test } from "vitest";
import { standingCollection } from "#server/standing-orders/store.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { OWNER, Scene } from "#tests/standing-orders/scene.ts";

/** The thief has the database, every row of it: other people's standing orders among them. */
let scene: Scene;

beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.stop());

const runs = () => submissionCollection(scene.world.database).countDocuments({ userId: OWNER, kind: "trade" });

test.each([
  ["amount", { "terms.amount": "5000" }],
  ["price", { "terms.price": "0.0000001" }],
  ["fees", { "agreed.networkFee": "100" }],
  ["number", { id: 4711 }],
])("a standing order whose %s was changed does not run", async (_what, change) => {
  const { uid } = await scene.place(scene.stop10());
  await standingCollection(scene.world.database).updateOne({ uid }, { $set: change });
  await scene.setPrices("0.7", "1.1");
  const before = await runs();
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runsBegun: 0 });
  expect(await runs()).toBe(before);
  await standingCollection(scene.world.database).deleteOne({ uid });
  await scene.setPrices("1", "1.1");
});
