import { randomBytes } from "node:crypto";
import { MuxedAccount, Account } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { anOutsider } from "#tests/support/outsider.ts";
import { callAs, confirm, funded } from "./thief.ts";
import { protect } from "#tests/support/seals.ts";

const URL = "/api/security/allow-list";
let app: TestApp;
/** Of an exchange: everybody's deposits arrive there, told apart by a memo or a number. */
let exchange: string;

beforeAll(async () => {
  app = await startTestApp();
  exchange = (await anOutsider(app.stellar)).address;
}, 60_000);
afterAll(() => app.stop());

async function guarded(entry: object): Promise<TestUser> {
  const victim = await funded(app);
  await confirm(app, victim);
  await callAs(app, victim, "PUT", URL, { isOn: true, holdHours: 0 });
  const added = await callAs(app, victim, "POST", `${URL}/addresses`, { address: exchange, label: "Mine", ...entry });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return victim;
}

async function codeOf(victim: TestUser, payment: object): Promise<string | null> {
  const body = { assetCode: "XLM", amount: "1", to: exchange, ...payment };
  const checked = (await callAs(app, victim, "POST", "/api/wallet/send/check", body)).body;
  const { password } = victim;
  const idempotencyKey = randomBytes(12).toString("hex");
  const sent = await callAs(app, victim, "POST", "/api/wallet/send", { ...body, password, idempotencyKey });
  const code: string | null = sent.status === 202 ? null : sent.body.code;
  expect(checked.refusals[0]?.code ?? null).toBe(code);
  return code;
}

/** The same account with a number, as exchanges tell their customers apart. */
function numbered(id: string): string {
  return new MuxedAccount(new Account(exchange, "0"), id).accountId();
}

test("an exchange's address that is listed with one's own memo lets through no other", async () => {
  const victim = await guarded({ memo: "4711", memoType: "id" });
  expect(await codeOf(victim, { memo: "666", memoType: "id" })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, { memo: "4711" })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, {})).toBe("recipient-not-allowed");
  expect(await codeOf(victim, { to: numbered("666") })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, { memo: "4711", memoType: "id" })).toBeNull();
});

test("one that is listed by itself lets through what carries neither memo nor number", async () => {
  const victim = await guarded({});
  expect(await codeOf(victim, { memo: "666", memoType: "id" })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, { memo: "thief" })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, { to: numbered("666") })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, { memo: "thief", asClaimable: true })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, {})).toBeNull();
});

test("a number that is listed lets through no other, nor the account without one", async () => {
  const victim = await guarded({ address: numbered("4711") });
  expect(await codeOf(victim, { to: numbered("666") })).toBe("recipient-not-allowed");
  expect(await codeOf(victim, {})).toBe("recipient-not-allowed");
  expect(await codeOf(victim, { to: numbered("4711") })).toBeNull();
});

test("the rest of an account that is closed goes to nobody's memo but the listed one", async () => {
  const victim = await guarded({ memo: "4711" });
  await protect(app.runtime, victim.user.id, { transactionLimit: "100000" });
  const { password } = victim;
  const close = (memo: string) =>
    callAs(app, victim, "POST", "/api/account/close", { sendRestTo: exchange, memo, password });
  expect((await close("666")).body.code).toBe("recipient-not-allowed");
  expect((await close("4711")).body).toEqual({ state: "closing" });
});

test("somebody here is nobody else, whatever is written beside the payment", async () => {
  const ben = await funded(app);
  const victim = await guarded({ address: ben.user.walletAddress });
  expect(await codeOf(victim, { to: ben.user.username, memo: "for lunch" })).toBeNull();
});
