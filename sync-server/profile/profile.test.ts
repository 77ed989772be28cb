import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PICTURE_MAX_BYTES } from "#schemas/profile.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser, type TestUser } from "#tests/support/builders.ts";

const WEBP = "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=";
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function call(
  { cookie }: { readonly cookie: string },
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  payload?: object,
) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

async function aConfirmedUser(): Promise<TestUser> {
  const user = await aUser(app);
  await call(user, "POST", "/api/confirm-identity", { password: user.password });
  return user;
}

async function mailsTo(email: string): Promise<string[]> {
  const folder = join(app.config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ""));
}

/** The token of the link that was mailed to this address last. */
function tokenFor(email: string): Promise<string> {
  return eventually(async () => /confirm-email\?token=(?:3D)?([\w-]{43})/.exec((await mailsTo(email)).join("\n"))?.[1]);
}

test("a picture is kept, told by its id, replaced and removed", async () => {
  const user = await aUser(app);
  expect((await call(user, "GET", "/api/profile/picture")).body).toEqual({ id: null, image: null });
  const kept = await call(user, "PUT", "/api/profile/picture", { image: WEBP });
  expect(kept.body).toEqual({ id: expect.any(String), image: `data:image/webp;base64,${WEBP}` });
  app.clock.advance(2000);
  expect((await call(user, "GET", "/api/user")).body.pictureId).toBe(kept.body.id);
  expect((await call(user, "GET", "/api/profile/picture")).body).toEqual(kept.body);
  expect((await call(await aUser(app), "GET", "/api/profile/picture")).body.image).toBeNull();
  expect((await call(user, "DELETE", "/api/profile/picture")).body).toEqual({ id: null, image: null });
  app.clock.advance(2000);
  expect((await call(user, "GET", "/api/user")).body.pictureId).toBeUndefined();
});

test("what is no small still picture is refused, by its bytes and by its size", async () => {
  const user = await aUser(app);
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`).toString("base64");
  expect((await call(user, "PUT", "/api/profile/picture", { image: svg })).body.code).toBe("picture-refused");
  const large = Buffer.alloc(PICTURE_MAX_BYTES + 3).toString("base64");
  expect((await call(user, "PUT", "/api/profile/picture", { image: large })).body.code).toBe("input-invalid");
  expect((await call(user, "PUT", "/api/profile/picture", { image: `${WEBP}<` })).body.code).toBe("input-invalid");
  expect((await call({ cookie: "" }, "PUT", "/api/profile/picture", { image: WEBP })).body.code).toBe(
    "session-required",
  );
});

const HOUR_MS = 60 * 60 * 1000;

test("another address is one's own a day after its link was opened; payments pause and the former address is told", async () => {
  const user = await aConfirmedUser();
  const { email } = aRegistration();
  expect((await call(user, "POST", "/api/profile/email", { email })).status).toBe(200);
  app.clock.advance(2000);
  expect((await call(user, "GET", "/api/user")).body.email).toBe(user.user.email);
  expect((await call(user, "GET", "/api/security")).body.coolOffUntil).toBeNull();
  const token = await tokenFor(email);
  expect((await call({ cookie: "" }, "POST", "/api/profile/email/confirm", { token })).status).toBe(200);
  app.clock.advance(2000);
  expect((await call(user, "GET", "/api/user")).body.email).toBe(user.user.email);
  expect((await call(user, "GET", "/api/security")).body.waiting).toMatchObject([{ kind: "email", to: email }]);
  await eventually(async () => (await mailsTo(user.user.email)).some((mail) => mail.includes("protected less")));
  app.clock.advance(23.5 * HOUR_MS);
  await call({ cookie: "" }, "POST", "/api/reset-password-request", { email: user.user.email });
  const reset = await eventually(
    async () => /reset-password\?token=(?:3D)?([\w-]{43})/.exec((await mailsTo(user.user.email)).join("\n"))?.[1],
  );
  app.clock.advance(0.5 * HOUR_MS);
  await eventually(async () => (await call(user, "GET", "/api/user")).body.email === email);
  expect((await call(user, "GET", "/api/security")).body.coolOffUntil).not.toBeNull();
  await eventually(async () => (await mailsTo(user.user.email)).some((mail) => mail.includes("was changed")));
  const again = await call({ cookie: "" }, "POST", "/api/profile/email/confirm", { token });
  expect(again.body.code).toBe("email-token-invalid");
  const late = await call({ cookie: "" }, "POST", "/api/reset-password", { token: reset, password: "not any more" });
  expect(late.body.code).toBe("reset-token-invalid");
});

test("only the last link works, for one hour, and asking for it needs the password", async () => {
  const stranger = await aUser(app);
  const asked = await call(stranger, "POST", "/api/profile/email", { email: aRegistration().email });
  expect(asked.body.code).toBe("confirmation-required");

  const user = await aConfirmedUser();
  const [first, second] = [aRegistration().email, aRegistration().email];
  await call(user, "POST", "/api/profile/email", { email: first });
  const former = await tokenFor(first);
  await call(user, "POST", "/api/profile/email", { email: second });
  const token = await tokenFor(second);
  expect((await call(user, "POST", "/api/profile/email/confirm", { token: former })).body.code).toBe(
    "email-token-invalid",
  );
  app.clock.advance(60 * 60 * 1000);
  expect((await call(user, "POST", "/api/profile/email/confirm", { token })).body.code).toBe("email-token-invalid");
});

test("an address that somebody else has, or took meanwhile, is refused", async () => {
  const [user, other] = [await aConfirmedUser(), await aUser(app)];
  const ask = (email: string) => call(user, "POST", "/api/profile/email", { email });
  expect((await ask(other.user.email)).body.code).toBe("email-taken");
  expect((await ask(user.user.email.toUpperCase())).body.code).toBe("email-same");
  const { email } = aRegistration();
  await ask(email);
  const token = await tokenFor(email);
  await aUser(app, { email });
  const confirmed = await call(user, "POST", "/api/profile/email/confirm", { token });
  expect(confirmed.body.code).toBe("email-taken");
  app.clock.advance(2000);
  expect((await call(user, "GET", "/api/user")).body.email).toBe(user.user.email);
  for (const answer of [200, 200, 429]) expect((await ask(aRegistration().email)).status).toBe(answer);
});
