import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { ContentDesk, type ContentScene, readContent, startContentScene } from "#tests/support/content-desk.ts";
import { addOperator, aConfirmedAdmin } from "#tests/support/operators.ts";
import { writeSecurity } from "#server/users/index.ts";
import { aBlock, aLink, aPage } from "./pages.fixture.ts";

let scene: ContentScene;
beforeAll(async () => {
  scene = await startContentScene();
});
afterAll(() => scene.stop());

const page = (key: string) => readContent(scene.app, `/page?page=${key}&language=en`);

test("a draft is published by itself at its time, and one that would lead nowhere is not", async () => {
  const { app, editor, first } = scene;
  await first.save("timed", aPage("Timed"));
  const at = new Date(app.clock.now().getTime() + 60 * 1000).toISOString();
  expect((await first.act("/schedule", "page", "timed", { at: new Date(0).toISOString() })).body.code).toBe(
    "content-past",
  );
  expect((await first.act("/schedule", "page", "timed", { at })).body.draft.scheduled).toMatchObject({ at });
  expect((await first.save("timed", aPage("Later"))).body.code).toBe("content-scheduled");
  await first.save("timed-dead", aPage("Dead", [aLink("/nowhere")]));
  await first.act("/schedule", "page", "timed-dead", { at });
  expect((await page("timed")).status).toBe(404);
  app.clock.advance(70 * 1000);
  await eventually(async () => (await page("timed")).status === 200);
  const drafts = app.database.collection("content_drafts");
  await eventually(async () => (await drafts.findOne({ key: "timed-dead" }))?.["scheduled"] === null);
  expect((await page("timed-dead")).status).toBe(404);
  const told = await app.database.collection("notifications").find({ userId: editor.user.id }).toArray();
  expect(told.map(({ detail }) => detail).join()).toContain("content-dead-link");
});

test("a block is shown from its beginning to its end, and devices hear of both", async () => {
  const { app, first } = scene;
  const nowMs = app.clock.now().getTime();
  const [from, until] = [1, 2].map((minutes) => new Date(nowMs + minutes * 60 * 1000).toISOString());
  await first.publish("sale", aBlock("Sale", from, until));
  const shown = async () => (await readContent(app, "/site?language=en")).body.blocks.length;
  const revision = async () =>
    Number((await app.database.collection("ui_config").findOne({ configKey: "content_revision" }))?.["configValue"]);
  expect(await shown()).toBe(0);
  for (const count of [1, 0]) {
    const before = await revision();
    app.clock.advance(61 * 1000);
    expect(await shown()).toBe(count);
    await eventually(async () => (await revision()) > before);
  }
});

test.each<[what: string, change: (operatorId: number) => Promise<unknown>]>([
  ["has another role", (id) => addOperator(scene.app.database, id, ["support"])],
  ["is no operator any more", (id) => users().updateOne({ id }, { $set: { isAdmin: false } })],
  ["closed their account", (id) => users().updateOne({ id }, { $set: { closedAt: new Date() } })],
  ["is frozen", (id) => freeze(id)],
])("what somebody scheduled who %s is not published", async (what, change) => {
  const { app, editor } = scene;
  const scheduler = await aConfirmedAdmin(app, ["editor"]);
  const desk = new ContentDesk(app, scheduler);
  const key = what.replaceAll(" ", "-");
  await desk.publish(key, aPage("As it was"));
  await desk.save(key, aPage("As it was to be"));
  const at = new Date(app.clock.now().getTime() + 60 * 1000).toISOString();
  expect((await desk.act("/schedule", "page", key, { at })).status).toBe(200);
  await change(scheduler.user.id);
  app.clock.advance(70 * 1000);
  const drafts = app.database.collection("content_drafts");
  await eventually(async () => (await drafts.findOne({ key }))?.["scheduled"] === null);
  expect((await page(key)).body).toMatchObject({ title: "As it was", version: 1 });
  expect((await drafts.findOne({ key }))?.["content"].words.en.title).toBe("As it was to be");
  const told = await app.database.collection("notifications").find({ userId: editor.user.id }).toArray();
  expect(told.map(({ detail }) => detail).join()).toContain("content-scheduler-gone");
  // It may have joined the audit chain by now.
  const noted = await Promise.all(
    ["audit_pending", "audit_log"].map((name) =>
      app.database.collection(name).findOne({ purpose: "refuse-scheduled", reason: { $regex: `page ${key},` } }),
    ),
  );
  const [row] = noted.filter((each) => each !== null);
  expect(row).toMatchObject({
    action: "operate",
    requestedBy: "house",
    reason: `page ${key}, scheduled by operator ${scheduler.user.id}; content-scheduler-gone`,
  });
});

function users() {
  return scene.app.database.collection("users");
}

function freeze(id: number) {
  const { database } = scene.app;
  return database.transaction((session) => writeSecurity(scene.app.runtime, session, id, { isFrozen: true }));
}
