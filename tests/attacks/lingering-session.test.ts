import { Secret, TOTP } from "otpauth";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { cookieOf, startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator } from "#tests/support/authenticator.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";

/** A thief has a session, of a stolen cookie or a screen left open, and waits. */
let app: TestApp;
let url: string;
const sockets: Socket[] = [];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.stop());

async function call(cookie: string, method: "GET" | "POST", path: string, payload?: object) {
  const response = await app.server.inject({ method, url: path, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json(), cookie: cookieOf(response) };
}

const statusOf = async (cookie: string) => (await call(cookie, "GET", "/api/user")).status;

async function signIn({ user, password }: TestUser): Promise<string> {
  return (await call("", "POST", "/api/login", { username: user.username, password })).cookie;
}

/** A socket with this cookie; answers once the server let it in. */
async function connect(cookie: string): Promise<Socket> {
  const auth = { protocol: PROTOCOL_VERSION, purpose: "sync" };
  const socket = io(url, { transports: ["websocket"], extraHeaders: { cookie }, auth, reconnection: false });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

/** Moves the clock on, with a request every `everyMs`. */
async function use(cookie: string, path: string, forMs: number, everyMs: number): Promise<void> {
  for (let passed = 0; passed < forMs; passed += everyMs) {
    app.clock.advance(everyMs);
    await call(cookie, "GET", path);
  }
}

test("an operator's session ends after half an hour unused, and after twelve hours whatever is done", async () => {
  const { cookie } = await anAdmin(app);
  await use(cookie, "/api/user", 2 * HOUR_MS, 20 * MINUTE_MS);
  expect(await statusOf(cookie)).toBe(200);
  app.clock.advance(31 * MINUTE_MS);
  expect(await statusOf(cookie)).toBe(401);
  const other = await anAdmin(app);
  await use(other.cookie, "/api/user", 12 * HOUR_MS - 20 * MINUTE_MS, 20 * MINUTE_MS);
  expect(await statusOf(other.cookie)).toBe(200);
  app.clock.advance(21 * MINUTE_MS);
  expect(await statusOf(other.cookie)).toBe(401);
});

test("a screen that an operator left open keeps their session no longer, by what it asks by itself or its socket", async () => {
  const { cookie } = await anAdmin(app);
  const socket = await connect(cookie);
  const ended = new Promise((resolve) => socket.once("session-ended", resolve));
  await use(cookie, "/api/markets/prices", 25 * MINUTE_MS, 5 * MINUTE_MS);
  app.clock.advance(6 * MINUTE_MS);
  expect(await statusOf(cookie)).toBe(401);
  await ended;
  await expect(connect(cookie).then((next) => next.emitWithAck("pull", {}))).resolves.not.toHaveProperty("rows");
});

test("a user's session ends after two weeks unused, and after thirty days whatever is done", async () => {
  const person = await aUser(app);
  await use(person.cookie, "/api/user", 10 * DAY_MS, 5 * DAY_MS);
  const unused = await signIn(person);
  await use(person.cookie, "/api/user", 15 * DAY_MS, 5 * DAY_MS);
  expect(await statusOf(unused)).toBe(401);
  expect((await call(person.cookie, "GET", "/api/sessions")).body.sessions).toHaveLength(1);
  app.clock.advance(5 * DAY_MS + MINUTE_MS);
  expect(await statusOf(person.cookie)).toBe(401);
});

test("who becomes an operator is held to it at once", async () => {
  const { user, cookie } = await aUser(app);
  await use(cookie, "/api/user", 24 * HOUR_MS, 12 * HOUR_MS);
  expect(await statusOf(cookie)).toBe(200);
  await app.database
    .collection("users")
    .updateOne(
      { id: user.id },
      { $set: standingSet(app.database, user.id, { roles: ["support"], since: new Date(0) }) },
    );
  app.clock.advance(2 * MINUTE_MS);
  expect(await statusOf(cookie)).toBe(401);
});

test("use is noted once a minute, not with every request", async () => {
  const { user, cookie } = await aUser(app);
  const seen = async () =>
    (await app.database.collection("sessions").findOne({ userId: user.id }))?.["lastSeenAt"].getTime();
  await call(cookie, "GET", "/api/user");
  const first = await seen();
  app.clock.advance(20_000);
  await call(cookie, "GET", "/api/user");
  expect(await seen()).toBe(first);
  app.clock.advance(MINUTE_MS);
  await call(cookie, "GET", "/api/user");
  expect(await seen()).toBeGreaterThan(first);
});

test.each(["a second factor", "a passkey"])("%s that is switched on ends every other session", async (factor) => {
  const owner = await aUser(app);
  const thief = await signIn(owner);
  const socket = await connect(thief);
  const ended = new Promise((resolve) => socket.once("session-ended", resolve));
  await call(owner.cookie, "POST", "/api/confirm-identity", { password: owner.password });
  if (factor === "a passkey") {
    const { challengeId, options } = (await call(owner.cookie, "POST", "/api/passkeys/options")).body;
    const response = new SoftwareAuthenticator("http://localhost:3000").create(options);
    const added = await call(owner.cookie, "POST", "/api/passkeys", { challengeId, name: "Phone", response });
    expect(added.status).toBe(201);
  } else {
    const { secret } = (await call(owner.cookie, "POST", "/api/two-factor/begin")).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
    expect((await call(owner.cookie, "POST", "/api/two-factor/enable", { code })).status).toBe(200);
  }
  await ended;
  expect((await call(thief, "GET", "/api/user")).body.code).toBe("session-ended");
  expect(await statusOf(owner.cookie)).toBe(200);
  expect((await call(owner.cookie, "GET", "/api/sessions")).body.sessions).toHaveLength(1);
});
