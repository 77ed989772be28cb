import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

const SAME_ANSWER = {
  message: "If an account exists with that email, you'll receive instructions to reset your password shortly.",
};
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function post(url: string, payload: object) {
  return app.server.inject({ method: "POST", url, payload });
}

async function mailsTo(email: string): Promise<string[]> {
  const folder = join(app.config.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml") && !name.startsWith("."))
      .map((name) => readFile(join(folder, name), "utf8")),
  );
  return mails.filter((mail) => mail.includes(`To: ${email}`));
}

/** Asks for a link and answers with the token that the newest mail carries. */
async function tokenFor(email: string): Promise<string> {
  const before = (await mailsTo(email)).length;
  const response = await post("/api/reset-password-request", { email });
  expect(response.json()).toEqual(SAME_ANSWER);
  const mails = await eventually(async () => {
    const found = await mailsTo(email);
    return found.length > before && found;
  });
  // Long lines of the mail are folded (quoted-printable).
  const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
  const tokens = texts.map(
    (text) => /http:\/\/localhost:3000\/reset-password\?token=([\w-]{43})/.exec(text)?.[1] ?? "",
  );
  return tokens.at(-1) ?? "";
}

test("the link of the mail sets a new password, ends every session, and works once", async () => {
  const { user, password, cookie } = await aUser(app);
  const token = await tokenFor(user.email);
  expect(JSON.stringify(await app.database.collection("password_reset_tokens").find().toArray())).not.toContain(token);
  const reset = await post("/api/reset-password", { token, password: "a new password" });
  expect(reset.statusCode).toBe(200);
  const old = await app.server.inject({ method: "GET", url: "/api/user", headers: { cookie } });
  expect(old.statusCode).toBe(401);
  expect((await post("/api/login", { username: user.username, password })).statusCode).toBe(401);
  expect((await post("/api/login", { username: user.username, password: "a new password" })).statusCode).toBe(200);
  const again = await post("/api/reset-password", { token, password: "another password" });
  expect(again.statusCode).toBe(400);
  expect(again.json().code).toBe("reset-token-invalid");
});

test("passkeys added within the day before go with it, and their owner is told; older ones stay", async () => {
  const { user, password } = await aUser(app);
  const passkeys = app.database.collection<{ readonly _id: string }>("passkeys");
  const added = (name: string, hoursAgo: number, id: number) => ({
    _id: `${user.id} ${name}`,
    id,
    userId: user.id,
    name,
    createdAt: new Date(app.clock.now().getTime() - hoursAgo * 3_600_000),
  });
  await passkeys.insertMany([added("My laptop", 25, 70_001), added("Slipped in", 23, 70_002)]);
  const token = await tokenFor(user.email);
  expect((await post("/api/reset-password", { token, password: `${password} anew` })).statusCode).toBe(200);
  const left = await passkeys.find({ userId: user.id }).project({ name: 1, _id: 0 }).toArray();
  expect(left).toEqual([{ name: "My laptop" }]);
  const told = await app.database.collection("notifications").find({ userId: user.id }).toArray();
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "passkey-removed", detail: "Slipped in" }),
      expect.objectContaining({ kind: "password-changed" }),
    ]),
  );
});

test("an unknown address gets the same answer and no mail", async () => {
  const response = await post("/api/reset-password-request", { email: "nobody@example.org" });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual(SAME_ANSWER);
  expect(await mailsTo("nobody@example.org")).toEqual([]);
});

test("a link is too old after an hour", async () => {
  const { user } = await aUser(app);
  const token = await tokenFor(user.email);
  app.clock.advance(60 * 60_000);
  const response = await post("/api/reset-password", { token, password: "a new password" });
  expect(response.json().code).toBe("reset-token-invalid");
});

test("of two uses of one link at once, one succeeds", async () => {
  const { user } = await aUser(app);
  const token = await tokenFor(user.email);
  const uses = await Promise.all(
    ["password one", "password two"].map((password) => post("/api/reset-password", { token, password })),
  );
  expect(uses.map((response) => response.statusCode).toSorted()).toEqual([200, 400]);
});

test.each([
  [{ email: "nobody" }, "Please enter a valid email address"],
  [{ email: { $gt: "" } }, "Email has the wrong type or form"],
])("the request %j is refused", async (payload, message) => {
  const response = await post("/api/reset-password-request", payload);
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toBe(message);
});

test.each([
  [{ token: "x", password: "12345678" }, "input-invalid"],
  [{ token: { $ne: null }, password: "12345678" }, "input-invalid"],
  [{ token: "A".repeat(43), password: "1234567" }, "input-invalid"],
  [{ token: "A".repeat(43), password: "12345678" }, "reset-token-invalid"],
])("the reset %j is refused", async (payload, code) => {
  const response = await post("/api/reset-password", payload);
  expect(response.statusCode).toBe(400);
  expect(response.json().code).toBe(code);
});

test("requests for one address are limited, whether or not it has an account", async () => {
  const email = "often@example.org";
  const statuses = [];
  for (let round = 0; round < 6; round += 1) {
    statuses.push((await post("/api/reset-password-request", { email })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
