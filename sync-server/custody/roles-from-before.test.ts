import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { setSealed } from "#server/platform/seals/sealed-fields.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser } from "#tests/support/builders.ts";
import { askAs } from "#tests/support/operators.ts";
import { rolesFromBefore } from "./roles-from-before.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const users = () => app.database.collection("users");
const migration = () => rolesFromBefore(app.database);

/** As a server had it that knew no roles: with neither the migration nor what it says in the audit log. */
async function goBack(): Promise<void> {
  await app.database.collection<{ _id: number }>("migrations").deleteOne({ _id: migration().number });
}

/** At once: what was noted of operators joins the log at any moment, and a row between the two would be the second of a new one. */
async function forgetAudit(): Promise<void> {
  await app.database.transaction(async (session) => {
    for (const name of ["audit_head", "audit_log", "audit_pending"])
      await app.database.collection(name).deleteMany({}, { session });
  });
}

test("who was an operator before there were roles is a super, and nobody else", async () => {
  const [former, forged, user] = [await anAdmin(app), await aUser(app), await aUser(app)];
  const { id } = former.user;
  await users().updateOne({ id }, { $unset: { operator: "", "seals.operator": "" } });
  await users().updateOne({ id }, { $set: setSealed(app.database, "users", id, { isAdmin: true }) });
  await users().updateOne({ id: forged.user.id }, { $set: { isAdmin: true } });
  await forgetAudit();
  await goBack();
  expect(await migrate(app.database, [migration()], app.clock)).toEqual([migration().number]);
  app.clock.advance(1100);
  const rolesOf = async (who: typeof former) => (await askAs(app, who, "GET", "/api/own-roles")).body.roles;
  expect(await rolesOf(former)).toEqual(["super"]);
  expect(await rolesOf(forged)).toEqual([]);
  expect(await rolesOf(user)).toEqual([]);
});

test("who has it run again, and took somebody's roles away before, makes them no super", async () => {
  const thief = await anAdmin(app, ["auditor"]);
  await users().updateOne({ id: thief.user.id }, { $unset: { operator: "", "seals.operator": "" } });
  await goBack();
  await expect(migrate(app.database, [migration()], app.clock)).rejects.toThrow(/set it back/);
  expect((await users().findOne({ id: thief.user.id }))?.["operator"]).toBeUndefined();
});
