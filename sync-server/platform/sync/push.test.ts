import { expect, test } from "vitest";
import { ROW_BYTES } from "#schemas/protocol.ts";
import { aContact, ANA, ask, BEN, pullAll, pushOne, useSync, WRITTEN } from "#tests/sync/processes.fixture.ts";

const sync = useSync(1);

test("another user's uid is a document of one's own", async () => {
  await sync.put("contacts", ANA, "shared-uid");
  const ben = await sync.connect("ben");
  expect(await pushOne(ben, aContact("shared-uid", { name: "Mine" }))).toEqual(WRITTEN);
  const { documents } = await pullAll(await sync.connect("ana"), "contacts");
  expect(documents.find((row) => row.uid === "shared-uid")?.name).toBe("Dora");
});

test("a push is written once, keeps its id, and a stale one gets the real state", async () => {
  const ana = await sync.connect("ana");
  const first = aContact("c1");
  expect(await pushOne(ana, first)).toEqual(WRITTEN);
  const { documents, checkpoint } = await pullAll(ana, "contacts");
  const [stored] = documents.filter((row) => row.uid === "c1");
  expect(await pushOne(ana, first)).toEqual({ ...WRITTEN, conflicts: [stored] });
  expect(await pushOne(ana, stored)).toEqual(WRITTEN);
  expect((await pullAll(ana, "contacts", checkpoint)).documents).toEqual([]);
  expect(stored?.id).toBeGreaterThan(0);
  const edited = { ...first, name: "Carola", editedAt: { name: 2000 } };
  expect(await pushOne(ana, edited, first)).toEqual(WRITTEN);
  const stale = await pushOne(ana, { ...first, memo: "m", editedAt: { memo: 1500 } }, first);
  expect(stale.conflicts).toEqual([{ ...edited, id: stored?.id }]);
  const gone = { ...edited, _deleted: true, editedAt: { name: 2000, _deleted: 3000 } };
  expect(await pushOne(ana, gone, edited)).toEqual(WRITTEN);
  const after = await pullAll(ana, "contacts");
  expect(after.documents.find((row) => row.uid === "c1")?._deleted).toBe(true);
});

test("an edit dated in the future is dated now", async () => {
  const ana = await sync.connect("ana");
  await pushOne(ana, aContact("future", { editedAt: { name: Date.now() + 1e9 } }));
  const { documents } = await pullAll(ana, "contacts");
  const stored = documents.find((row) => row.uid === "future");
  expect(stored?.editedAt["name"]).toBeLessThanOrEqual(Date.now());
});

test("settings: only preferences can be written, and neither made nor removed", async () => {
  await sync.put("settings", BEN, "settings");
  const ben = await sync.connect("ben");
  const { documents } = await pullAll(ben, "settings");
  const [settings] = documents;
  const code = async (row: unknown): Promise<string | undefined> =>
    (await pushOne(ben, row, settings, "settings")).refused[0]?.code;
  expect(await code({ ...settings, transactionLimit: "9" })).toBe("sync-field-read-only");
  expect(await code({ ...settings, requirePasswordForSend: false })).toBe("sync-field-read-only");
  expect(await code({ ...settings, _deleted: true })).toBe("sync-field-read-only");
  expect(await code({ ...settings, uid: "other" })).toBe("sync-collection-read-only");
  expect(await code({ ...settings, language: "tlh", editedAt: { language: 4 } })).toBeUndefined();
  expect((await pullAll(ben, "settings")).documents[0]).toMatchObject({ language: "en", theme: settings?.["theme"] });
  expect(await code({ ...settings, theme: "light", editedAt: { theme: 5 } })).toBeUndefined();
});

test("a row that cannot be written is refused alone, and the others are written", async () => {
  const ana = await sync.connect("ana");
  const rows = [
    aContact("fits-1"),
    aContact("large", { memo: "x".repeat(2 * ROW_BYTES) }),
    aContact("nameless", { name: "" }),
    aContact("fits-2"),
    { ...aContact("foreign"), userId: BEN },
  ].map((newDocumentState) => ({ newDocumentState }));
  const pushed = await ask(ana, "push", { collection: "contacts", rows });
  expect(pushed.conflicts).toEqual([]);
  expect(pushed.refused).toEqual(["large", "nameless", "foreign"].map((uid) => ({ uid, code: "input-invalid" })));
  const uids = (await pullAll(ana, "contacts")).documents.map(({ uid }) => uid);
  expect(uids).toEqual(expect.arrayContaining(["fits-1", "fits-2"]));
  expect(uids).not.toContain("large");
});
