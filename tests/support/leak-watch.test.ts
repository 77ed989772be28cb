import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { startTestApp } from "./app.ts";
import { aUser } from "./builders.ts";

test("a secret in an answer, a log line or a row fails the test that its app belongs to", async () => {
  const app = await startTestApp({ hasFriendbot: false });
  const { user, cookie } = await aUser(app);
  const stored = await app.database.collection("users").findOne({ id: user.id });
  const hash = String(stored?.["password"]);
  app.runtime.log.info({ digest: hash.split("$").at(-1) }, "a sign-in");
  await app.database.collection("contacts").insertOne({ note: hash });
  const name = `mail+${Keypair.random().secret()}@example.org`;
  await app.database.collection("users").updateOne({ id: user.id }, { $set: { email: name } });
  app.clock.advance(2000);
  const answer = await app.server.inject({ method: "GET", url: "/api/user", headers: { cookie } });
  expect(answer.json().email).toBe(name);
  const told = await app.stop().then(
    () => "nothing",
    (error: unknown) => String(error),
  );
  expect(told).toContain("GET /api/user: a secret key");
  expect(told).toContain("the log: a password hash");
  expect(told).toContain("a row of contacts: a password hash");
  expect(told).not.toContain(hash);
});
