import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aRegistration, aUser } from "#tests/support/builders.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function post(url: string, payload: object, cookie = "", headers: Record<string, string> = {}) {
  return app.server.inject({ method: "POST", url, payload, headers: { cookie, ...headers } });
}

function get(url: string, cookie = "") {
  return app.server.inject({ method: "GET", url, headers: { cookie } });
}

async function sessionIdOf(cookie: string): Promise<string> {
  return (await app.server.sessions.readFromCookie(cookie))?.sessionId ?? "";
}

describe("the first admin", () => {
  test("is made once, has a wallet, and the generated password works", async () => {
    const email = "boss@example.org";
    const admin = await app.app.createFirstAdmin({ username: null, password: null, email });
    expect(admin?.username).toBe("admin");
    const response = await post("/api/admin/login", { username: "admin", password: admin?.generatedPassword ?? "" });
    expect(response.json()).toEqual({ isAdmin: true });
    expect((await get("/api/user", cookieOf(response))).json()).toMatchObject({
      email,
      walletAddress: expect.stringMatching(/^G/),
    });
    expect((await get("/api/own-roles", cookieOf(response))).json().roles).toEqual(["super"]);
    expect(await app.app.createFirstAdmin({ username: null, password: null, email: null })).toBeNull();
  });
});

describe("registration", () => {
  test("answers with the user, who is signed in and has a wallet, settings and a row of access history", async () => {
    const input = aRegistration();
    const response = await post("/api/register", input, "", { "user-agent": "Test/1" });
    expect(response.statusCode).toBe(201);
    const user = response.json();
    expect(user).toMatchObject({ username: input.username, email: input.email, isAdmin: false });
    expect(user.walletAddress).toMatch(/^G[A-Z2-7]{55}$/);
    expect(user.uniqueUserId).toMatch(/^[a-z0-9]{10}$/);
    expect((await get("/api/user", cookieOf(response))).json()).toEqual(user);
    expect(await app.database.collection("settings").findOne({ userId: user.id })).toMatchObject({
      uid: "settings",
      theme: "light",
      language: "en",
      notificationsEnabled: true,
      multisigEnabled: false,
      twoFactorEnabled: false,
      transactionLimit: "1000",
      requirePasswordForSend: true,
      notifyOnLogin: true,
    });
    const visits = await app.database.collection("access_history").find({ userId: user.id }).toArray();
    expect(visits).toMatchObject([{ ipAddress: "127.0.0.1", userAgent: "Test/1" }]);
  });

  test("the cookie is out of scripts' reach and stays on this site", async () => {
    const response = await post("/api/register", aRegistration());
    expect(response.cookies.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject([
      { name: "astrolabe.device", httpOnly: true, sameSite: "Strict", path: "/" },
      { name: "connect.sid", httpOnly: true, sameSite: "Lax", path: "/" },
    ]);
    for (const cookie of response.cookies) expect(cookie.domain).toBeUndefined();
  });

  test.each([
    [{ password: "password1" }, "password-common"],
    [{ username: "somebody-new", password: "Somebody-New1" }, "password-like-name"],
    [{ email: "somebody-else@example.org", password: "somebody-else@example.org" }, "password-like-name"],
  ])("a password that is guessed first is refused: %j", async (fields, code) => {
    const response = await post("/api/register", aRegistration(fields));
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe(code);
  });

  test("what is stored of a password is an argon2id hash, and nothing secret leaves", async () => {
    const { user, password } = await aUser(app);
    const stored = await app.database.collection("users").findOne({ id: user.id });
    expect(stored?.["password"]).toMatch(/^\$argon2id\$/);
    expect(stored?.["walletSecret"] ?? null).toBeNull();
    expect(JSON.stringify(stored)).not.toContain(password);
    expect(Object.keys(user).toSorted()).toEqual(
      ["email", "id", "isAdmin", "uniqueUserId", "username", "walletAddress"].toSorted(),
    );
  });

  test.each([
    [{ email: "nobody" }, "email", "Please enter a valid email address"],
    [{ password: "1234567" }, "password", "Password must be at least 8 characters"],
    [{ username: "" }, "username", "Username is required"],
    [{ username: { $ne: null } }, "username", "Username has the wrong type or form"],
    [{ username: undefined }, "username", "Username is required"],
    [{ isAdmin: true }, "isAdmin", "Unknown field: isAdmin"],
    [{ uniqueUserId: "a b" }, "uniqueUserId", "User IDs have 4 to 32 letters, digits, dashes and underscores"],
  ])("refuses %j at the field it concerns", async (fields, path, message) => {
    const response = await post("/api/register", { ...aRegistration(), ...fields });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: "input-invalid", message, issues: [{ path, message }] });
  });

  test.each([
    ["username", "username-taken"],
    ["email", "email-taken"],
    ["uniqueUserId", "unique-user-id-taken"],
  ] as const)("a %s is taken whatever its case", async (field, code) => {
    const { user } = await aUser(app);
    const response = await post("/api/register", aRegistration({ [field]: user[field].toUpperCase() }));
    expect(response.statusCode).toBe(409);
    expect(response.json().code).toBe(code);
  });

  test("of two that want one name at once, one gets it", async () => {
    const { username } = aRegistration();
    const responses = await Promise.all([1, 2, 3].map(() => post("/api/register", aRegistration({ username }))));
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([201, 409, 409]);
    expect(await app.database.collection("users").countDocuments({ username })).toBe(1);
  });
});

describe("login", () => {
  test("answers with the user under a new session id, and adds a row of access history", async () => {
    const { user, password, cookie } = await aUser(app);
    const before = (await get("/api/auth-status", cookie)).json();
    const response = await post("/api/login", { username: user.username.toUpperCase(), password }, cookie);
    expect(response.json()).toEqual(user);
    const after = (await get("/api/auth-status", cookieOf(response))).json();
    expect(after.authenticated).toBe(true);
    expect(after.sessionID).not.toBe(before.sessionID);
    expect((await get("/api/user", cookie)).statusCode).toBe(401);
    expect(await app.database.collection("access_history").countDocuments({ userId: user.id })).toBe(2);
  });

  test("a wrong password and an unknown name get the same answer", async () => {
    const { user } = await aUser(app);
    const expected = { message: "Invalid username or password", code: "credentials-wrong", facts: {} };
    const wrong = await post("/api/login", { username: user.username, password: "not that one" });
    const unknown = await post("/api/login", { username: "nobody-there", password: "not that one" });
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect([wrong.json(), unknown.json()]).toEqual([expected, expected]);
    expect(wrong.cookies).toEqual([]);
  });

  test.each([
    [{ username: "", password: "x" }, "Username is required"],
    [{ username: "ana", password: "" }, "Password is required"],
    [{ username: "ana" }, "Password is required"],
    [{ username: { $ne: null }, password: { $ne: null } }, "Username has the wrong type or form"],
    [{ username: ["ana"], password: "x" }, "Username has the wrong type or form"],
    [{ username: "ana", password: "x", isAdmin: true }, "Unknown field: isAdmin"],
  ])("refuses %j", async (payload, message) => {
    const response = await post("/api/login", payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: "input-invalid", message });
  });

  test("ten failures from one network shut it out for five minutes, even with the right password", async () => {
    const { user, password } = await aUser(app);
    const attempt = (guess: string) => post("/api/login", { username: user.username, password: guess });
    const failures = await Promise.all(Array.from({ length: 12 }, () => attempt("not that one")));
    expect(failures.filter((response) => response.statusCode === 429)).toHaveLength(2);
    const shut = await attempt(password);
    expect(shut.statusCode).toBe(429);
    expect(shut.json()).toMatchObject({ code: "rate-limited" });
    expect(shut.json().message).toMatch(/^Too many attempts\. Please wait \d+ seconds and try again\.$/);
    expect(Number(shut.headers["retry-after"])).toBeGreaterThan(0);
    app.clock.advance(5 * 60_000);
    expect((await attempt(password)).statusCode).toBe(200);
  });
});

describe("session", () => {
  test("without one: 401 for the user, and the two status calls say no", async () => {
    const user = await get("/api/user");
    expect(user.statusCode).toBe(401);
    expect(user.json()).toEqual({ message: "Please sign in first.", code: "session-required", facts: {} });
    expect((await get("/api/auth-status")).json()).toEqual({ authenticated: false, sessionID: "none" });
    expect((await get("/api/admin/status")).json()).toEqual({ isAdmin: false, error: "Authentication required" });
  });

  test("its status shows a name of the session, which opens nothing and is not what it is found by", async () => {
    const { cookie } = await aUser(app);
    const { sessionID } = (await get("/api/auth-status", cookie)).json();
    expect(sessionID).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await get("/api/sessions", cookie)).json().sessions[0].id).toBe(sessionID);
    expect((await get("/api/user", `connect.sid=${sessionID}`)).statusCode).toBe(401);
    expect(await app.database.collection<{ _id: string }>("sessions").findOne({ _id: sessionID })).toBeNull();
  });

  test("after logout the old cookie opens nothing, at once", async () => {
    const { cookie } = await aUser(app);
    const ended: string[] = [];
    const sessionId = await sessionIdOf(cookie);
    const stop = app.server.sessions.onEnded((id) => ended.push(id));
    const response = await post("/api/logout", {}, cookie);
    expect(response.statusCode).toBe(200);
    expect(response.cookies).toMatchObject([{ name: "connect.sid", value: "" }]);
    expect((await get("/api/user", cookie)).statusCode).toBe(401);
    expect(ended).toContain(sessionId);
    stop();
  });

  test("a session that another process ended is told here and no longer opens anything", async () => {
    const { cookie } = await aUser(app);
    const _id = await sessionIdOf(cookie);
    const ended = new Promise<string>((resolve) => {
      app.server.sessions.onEnded((sessionId) => {
        if (sessionId === _id) resolve(sessionId);
      });
    });
    await app.database.collection<{ _id: string }>("sessions").deleteOne({ _id });
    expect(await ended).toBe(_id);
    expect((await get("/api/user", cookie)).statusCode).toBe(401);
  });

  test.each(["connect.sid=forged", "connect.sid=AAAA%3BBBBB", "connect.sid=", "other=1"])(
    "the forged cookie %s is nobody's",
    async (cookie) => {
      expect((await get("/api/user", cookie)).statusCode).toBe(401);
    },
  );

  test("the socket handshake reads the same cookie", async () => {
    const { user, cookie } = await aUser(app);
    expect(await app.server.sessions.readFromCookie(`a=b; ${cookie}`)).toMatchObject({
      userId: user.id,
      isAdmin: false,
    });
    expect(await app.server.sessions.readFromCookie(undefined)).toBeNull();
    expect(await app.server.sessions.readFromCookie("connect.sid=forged")).toBeNull();
  });
});

describe("admin login", () => {
  test("an admin gets in", async () => {
    const admin = await anAdmin(app);
    expect((await get("/api/admin/status", admin.cookie)).json()).toEqual({ isAdmin: true });
  });

  test("a user who is no admin is refused and gets no session", async () => {
    const { user, password, cookie } = await aUser(app);
    const response = await post("/api/admin/login", { username: user.username, password });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      message: "User does not have admin privileges",
      code: "not-an-admin",
      facts: {},
    });
    expect(response.cookies).toEqual([]);
    expect((await get("/api/admin/status", cookie)).json()).toEqual({
      isAdmin: false,
      error: "Admin privileges required",
    });
  });

  test("wrong credentials", async () => {
    const response = await post("/api/admin/login", { username: "nobody-there", password: "not that one" });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({
      message: "Invalid admin credentials",
      code: "admin-credentials-wrong",
      facts: {},
    });
  });
});
