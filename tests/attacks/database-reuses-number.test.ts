import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { addressOf, funded, send } from "./thief.ts";

/** The thief has the database, every row of it, and can register as anybody can. */
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.stop());

test("no new account comes by the number of another, so that its seals are worth nothing under that one's rows", async () => {
  const victim = await funded(app);
  const { id, username } = victim.user;
  const users = app.database.collection("users");
  const row = await users.findOne({ id });
  const settings = await app.database.collection("settings").find({ userId: id }).toArray();
  await users.deleteMany({ id });
  await app.database.collection("settings").deleteMany({ userId: id });
  const counters = app.database.collection<{ _id: string; value: number }>("counters");
  await counters.updateOne({ _id: "users" }, { $set: { value: id - 1 } }, { upsert: true });
  const thief = await aUser(app);
  const made = await users.findOne({ id: thief.user.id });
  expect(thief.user.id).not.toBe(id);
  await users.deleteMany({ id });
  await app.database.collection("settings").insertMany(settings);
  const password = { password: made?.["password"], seals: { ...row?.["seals"], password: made?.["seals"].password } };
  await users.insertOne({ ...row, ...password });
  const payload = { username, password: thief.password };
  const signedIn = await app.server.inject({ method: "POST", url: "/api/login", payload });
  expect(signedIn.json().code).toBe("credentials-wrong");
  const paid = await send(app, { ...victim, password: thief.password }, { to: addressOf(thief), amount: "5" });
  expect(paid.body.code).toBe("password-wrong");
});
