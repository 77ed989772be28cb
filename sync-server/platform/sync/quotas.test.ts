import { expect, test } from "vitest";
import { MOST_CONTACTS } from "#schemas/contacts.ts";
import { sentenceOf } from "#schemas/errors.ts";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { aContact, ask, useSync, WRITTEN } from "#tests/sync/processes.fixture.ts";
import { POLICY } from "./policy.ts";
import { QUOTAS, SYNC_USAGE } from "./quotas.ts";

const sync = useSync(1);
const OLD_TIMER = 611;

test("every collection to which devices may add has a quota, and its sentence tells the number", () => {
  expect(SYNC_COLLECTIONS.filter((collection) => POLICY[collection].mayInsert)).toEqual(Object.keys(QUOTAS));
  expect(sentenceOf(QUOTAS.contacts.code)).toContain(MOST_CONTACTS.toLocaleString("en-US"));
});

test("what was there before anything was counted counts, and is counted once", async () => {
  sync.signIn("old", OLD_TIMER);
  await sync.put("contacts", OLD_TIMER, "first");
  await sync.put("contacts", OLD_TIMER, "second");
  const socket = await sync.connect("old");
  const usage = () =>
    sync
      .databaseOf(0)
      .collection<{ _id: string }>(SYNC_USAGE)
      .findOne({ _id: `contacts:${OLD_TIMER}` });
  const push = (row: unknown) => ask(socket, "push", { collection: "contacts", rows: [{ newDocumentState: row }] });
  expect(await push(aContact("third"))).toEqual(WRITTEN);
  expect(await usage()).toMatchObject({ rows: 3, graves: 0 });
  expect(await push(aContact("fourth", { _deleted: true }))).toEqual(WRITTEN);
  expect(await usage()).toMatchObject({ rows: 3, graves: 1 });
  expect((await push(aContact("third"))).refused).toEqual([]);
  expect(await usage()).toMatchObject({ rows: 3, graves: 1 });
});
