import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, anAdmin, aUser } from "#tests/support/builders.ts";

/** Somebody who knows a name and nothing else tries to keep its owner out by failing to sign in. */
let app: TestApp;
const HOME = "198.51.100.1";
/** A hundred passwords are tried in some tests. */
const SLOW_MS = 120_000;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function post(url: string, payload: object, remoteAddress: string, cookie = "") {
  return app.server.inject({ method: "POST", url, payload, remoteAddress, headers: { cookie } });
}

/** As a browser does: every cookie that was set goes along. */
function jarOf(response: LightMyRequestResponse, isKept: (name: string) => boolean = () => true): string {
  const kept = response.cookies.filter(({ name }) => isKept(name));
  return kept.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
}

const isDevice = (name: string) => name !== "connect.sid";

async function mailedToken(email: string): Promise<string> {
  const folder = join(app.config.dataDir, "outbox");
  return eventually(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const mail = mails.find((text) => text.includes(`To: ${email}`) && text.includes("reset-password?"));
    return mail && /token=([\w-]{43})/.exec(mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="))?.[1];
  });
}

async function failFrom(username: string, remoteAddress: string, times: number): Promise<number[]> {
  const failures = Array.from({ length: times }, () =>
    post("/api/login", { username, password: "not that one" }, remoteAddress),
  );
  return (await Promise.all(failures)).map(({ statusCode }) => statusCode);
}

test("failures from one network shut nobody out anywhere else", async () => {
  const { user, password } = await aUser(app);
  expect(await failFrom(user.username, "203.0.113.9", 12)).toContain(429);
  expect((await post("/api/login", { username: user.username, password }, HOME)).statusCode).toBe(200);
});

test("an operator is not shut out of the operators' door", async () => {
  const { user, password } = await anAdmin(app);
  await failFrom(user.username, "203.0.113.10", 12);
  expect((await post("/api/admin/login", { username: user.username, password }, HOME)).statusCode).toBe(200);
});

test(
  "many networks together are bounded, and the owner's own device is not part of it",
  async () => {
    const input = aRegistration();
    const registered = await post("/api/register", input, HOME);
    const device = jarOf(registered, isDevice);
    expect(device).not.toBe("");
    const statuses = [];
    for (let network = 1; network <= 12; network += 1)
      statuses.push(...(await failFrom(input.username, `192.0.2.${network}`, 10)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    const right = { username: input.username, password: input.password };
    expect((await post("/api/login", right, "192.0.2.200")).statusCode).toBe(429);
    expect((await post("/api/login", right, HOME, device)).statusCode).toBe(200);
    // Elsewhere, and by the address of the mailbox: it is the device that counts.
    expect((await post("/api/login", { ...right, username: input.email }, "192.0.2.1", device)).statusCode).toBe(200);
  },
  SLOW_MS,
);

test(
  "whoever opens the mailbox gets in on a new device, whatever strangers try",
  async () => {
    const { user } = await aUser(app);
    for (let network = 1; network <= 10; network += 1) await failFrom(user.username, `192.0.2.${network}`, 10);
    await post("/api/reset-password-request", { email: user.email }, HOME);
    const password = "chosen after the reset";
    const reset = await post("/api/reset-password", { token: await mailedToken(user.email), password }, HOME);
    expect(reset.statusCode).toBe(200);
    const payload = { username: user.username, password };
    expect((await post("/api/login", payload, HOME)).statusCode).toBe(429);
    expect((await post("/api/login", payload, HOME, jarOf(reset, isDevice))).statusCode).toBe(200);
  },
  SLOW_MS,
);

test(
  "a device is known for its own person alone, and has a budget as well",
  async () => {
    const [own, other] = [aRegistration(), aRegistration()];
    const device = jarOf(await post("/api/register", own, HOME), isDevice);
    await post("/api/register", other, HOME);
    for (let network = 1; network <= 10; network += 1) await failFrom(other.username, `192.0.2.${network}`, 10);
    const right = { username: other.username, password: other.password };
    expect((await post("/api/login", right, "192.0.2.77", device)).statusCode).toBe(429);
    const guesses = [];
    for (let at = 0; at < 12; at += 1) {
      const guess = { username: own.username, password: `guess ${at}` };
      guesses.push((await post("/api/login", guess, `192.0.2.${100 + at}`, device)).statusCode);
    }
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  },
  SLOW_MS,
);

test("nobody can use up somebody's reset mails so that none was sent", async () => {
  const { user } = await aUser(app);
  const ask = (network: number) => post("/api/reset-password-request", { email: user.email }, `192.0.2.${network}`);
  for (let network = 1; network <= 3; network += 1)
    for (let at = 0; at < 5; at += 1) expect((await ask(network)).statusCode).toBe(200);
  expect((await post("/api/reset-password-request", { email: user.email }, HOME)).statusCode).toBe(200);
});
