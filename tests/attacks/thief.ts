import { randomBytes } from "node:crypto";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { withReason } from "#tests/support/reasons.ts";

export const HOUR_MS = 60 * 60 * 1000;

/** Somebody with money on the network. */
export async function funded(app: TestApp): Promise<TestUser> {
  const user = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: user.user.id, exists: true }), 30_000);
  return user;
}

/** Asks as whoever holds this cookie. */
export async function callAs(
  app: TestApp,
  { cookie }: Pick<TestUser, "cookie">,
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  payload?: object,
) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

/** Shows the password, so that the session may change what protects the account. */
export function confirm(app: TestApp, user: TestUser) {
  return callAs(app, user, "POST", "/api/confirm-identity", { password: user.password });
}

/** Sends XLM to an address, with the password unless told otherwise. */
export function send(app: TestApp, user: TestUser, payment: { readonly to: string; readonly amount: string }) {
  const idempotencyKey = randomBytes(12).toString("hex");
  const body = { assetCode: "XLM", password: user.password, idempotencyKey, ...payment };
  return callAs(app, user, "POST", "/api/wallet/send", body);
}

/** Signs in on another device. */
export async function anotherDevice(app: TestApp, user: TestUser): Promise<TestUser> {
  const payload = { username: user.user.username, password: user.password };
  const response = await app.server.inject({ method: "POST", url: "/api/login", payload });
  const cookie = response.cookies.find(({ name }) => name === "connect.sid");
  if (!cookie) throw new Error(`the sign-in was refused: ${response.body}`);
  return { ...user, cookie: `connect.sid=${encodeURIComponent(cookie.value)}` };
}

export function addressOf({ user }: TestUser): string {
  return user.walletAddress ?? "";
}
