import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function call(user: Pick<TestUser, "cookie">, method: "GET" | "POST", url: string, payload?: object) {
  const headers = { cookie: user.cookie };
  const response = await app.server.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

function confirm(user: TestUser, code?: string) {
  return call(user, "POST", "/api/confirm-identity", { password: user.password, ...(code && { code }) });
}

/** Somebody with the second factor on, and the app on their phone; each code is of a later moment than the one before. */
async function aCarefulUser() {
  const user = await aUser(app);
  await confirm(user);
  const setup = (await call(user, "POST", "/api/two-factor/begin")).body;
  const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
  const nextCode = () => {
    app.clock.advance(30_000);
    return totp.generate({ timestamp: app.clock.now().getTime() });
  };
  const enabled = await call(user, "POST", "/api/two-factor/enable", { code: nextCode() });
  const recoveryCodes: string[] = enabled.body.recoveryCodes;
  return { user, nextCode, recoveryCodes, signIn: (code?: string) => signIn(user, code) };
}

function signIn({ user: { username }, password }: TestUser, code?: string) {
  return call({ cookie: "" }, "POST", "/api/login", { username, password, ...(code && { code }) });
}

test("once on, sign-in asks for a code, and each code works once", async () => {
  const { user, nextCode, signIn: tryWith } = await aCarefulUser();
  expect((await call(user, "GET", "/api/two-factor")).body).toEqual({ isEnabled: true, recoveryCodesLeft: 10 });
  expect((await tryWith()).body.code).toBe("second-factor-required");
  const code = nextCode();
  const answers = await Promise.all([tryWith(code), tryWith(code), tryWith(code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect((await tryWith(code)).body.code).toBe("second-factor-wrong");
  const [first = "", second = ""] = [nextCode(), nextCode()];
  expect((await tryWith(second)).status).toBe(200);
  expect((await tryWith(first)).body.code).toBe("second-factor-wrong");
});

test("a wrong password says nothing of the second factor", async () => {
  const { user, nextCode } = await aCarefulUser();
  const answer = await signIn({ ...user, password: "not this one" }, nextCode());
  expect(answer.body.code).toBe("credentials-wrong");
});

test("a recovery code opens once, as it was written down, and new ones replace the old", async () => {
  const { user, recoveryCodes, signIn: tryWith, nextCode } = await aCarefulUser();
  const [first = "", second = ""] = recoveryCodes;
  expect((await tryWith(first.toLowerCase())).status).toBe(200);
  expect((await tryWith(first)).body.code).toBe("second-factor-wrong");
  await confirm(user, nextCode());
  const renewed = (await call(user, "POST", "/api/two-factor/recovery-codes")).body.recoveryCodes;
  expect(renewed).toHaveLength(10);
  expect((await tryWith(second)).body.code).toBe("second-factor-wrong");
  expect((await tryWith(renewed[0])).status).toBe(200);
});

test("confirming and sending ask for it too", async () => {
  const { user, nextCode, recoveryCodes } = await aCarefulUser();
  expect((await confirm(user)).body.code).toBe("second-factor-required");
  expect((await confirm(user, nextCode())).status).toBe(200);
  expect((await confirm(user, recoveryCodes[0])).status).toBe(200);
  const look = await call(user, "POST", "/api/wallet/send/check", {
    to: user.user.walletAddress,
    assetCode: "XLM",
    amount: "1",
  });
  expect(look.body.needsSecondFactor).toBe(true);
});

test("switched off it is asked for until that has waited; then no more, and payments pause", async () => {
  const { user, nextCode, signIn: tryWith } = await aCarefulUser();
  await confirm(user, nextCode());
  expect((await call(user, "POST", "/api/two-factor/disable")).body.isEnabled).toBe(true);
  expect((await tryWith()).body.code).toBe("second-factor-required");
  app.clock.advance(24 * 60 * 60 * 1000);
  await eventually(async () => (await tryWith()).status === 200);
  expect((await call(user, "GET", "/api/security")).body.coolOffUntil).not.toBe(null);
});

test("a code must be shown before it counts, and a second setup cannot replace a first", async () => {
  const user = await aUser(app);
  expect((await call(user, "POST", "/api/two-factor/begin")).body.code).toBe("confirmation-required");
  await confirm(user);
  await call(user, "POST", "/api/two-factor/begin");
  expect((await call(user, "POST", "/api/two-factor/enable", { code: "000000x" })).body.code).toBe(
    "second-factor-wrong",
  );
  expect((await signIn(user)).status).toBe(200);
  const careful = await aCarefulUser();
  await confirm(careful.user, careful.nextCode());
  expect((await call(careful.user, "POST", "/api/two-factor/begin")).body.code).toBe("second-factor-on");
});

test("codes cannot be tried out", async () => {
  const { signIn: tryWith } = await aCarefulUser();
  const codes = [];
  for (let attempt = 0; attempt < 12; attempt += 1) codes.push((await tryWith(`00000${attempt}`)).body.code);
  expect(codes.slice(-2)).toEqual(["rate-limited", "rate-limited"]);
});

test("nothing of the seed or the codes leaves with the settings or stands plainly in the database", async () => {
  const { recoveryCodes, user } = await aCarefulUser();
  const stored = JSON.stringify([
    await app.database.collection("two_factors").find({}).toArray(),
    await app.database.collection("settings").find({ userId: user.user.id }).toArray(),
    await app.database.collection("vault_secrets").find({}).toArray(),
  ]);
  for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll("-", ""));
  const settings = await app.database.collection("settings").findOne({ userId: user.user.id });
  expect(settings).toMatchObject({ twoFactorEnabled: true, twoFactorSecret: null });
});
