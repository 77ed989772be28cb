import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseAmount } from "#schemas/values/money.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { securityCollection } from "#server/users/index.ts";
import { openGuard } from "#server/wallet/index.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, type TestUser } from "#tests/support/builders.ts";
import { setOperatorPolicy } from "#tests/support/seals.ts";
import { addressOf, anotherDevice, callAs, confirm, funded, HOUR_MS } from "./thief.ts";

// Each waits for ledgers that close by themselves, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const LIMITS = { transactionLimit: "5", dailyLimit: "8", requirePasswordForSend: true };
const CLOSE = "/api/account/close";
const WAITING = "/api/security/waiting/close-account";
let app: TestApp;
let thief: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  thief = await funded(app);
});
afterAll(() => app.stop());

async function victimWithLimits(): Promise<TestUser> {
  const victim = await funded(app);
  await confirm(app, victim);
  expect((await callAs(app, victim, "PUT", "/api/security/limits", LIMITS)).body).toMatchObject(LIMITS);
  return victim;
}

function announce(user: TestUser, to: string, shown: object = { password: user.password }) {
  return callAs(app, user, "POST", CLOSE, { sendRestTo: to, announce: true, ...shown });
}

function review(user: TestUser, to: string) {
  return callAs(app, user, "POST", `${CLOSE}/review`, { sendRestTo: to });
}

async function waitingOf(user: TestUser) {
  return (await callAs(app, user, "GET", "/api/security")).body.waiting;
}

function closingOf({ user }: TestUser) {
  return app.database.collection<{ _id: number; state: string }>("account_closings").findOne({ _id: user.id });
}

async function balanceOf({ user }: TestUser): Promise<bigint> {
  return BigInt((await accountCollection(app.database).findOne({ userId: user.id }))?.balance ?? "0");
}

test("where a limit stands against it a closing is announced, waits as a raise of the limit does, and any device keeps the account", async () => {
  const victim = await victimWithLimits();
  const phone = await anotherDevice(app, victim);
  const to = addressOf(thief);
  const look = (await review(victim, to)).body;
  expect(look).toMatchObject({ refusals: [], needsPassword: true, announced: { waitHours: 24 } });
  expect(look.announced.reasons.map(({ code }: { code: string }) => code)).toEqual([
    "limit-exceeded",
    "daily-limit-exceeded",
  ]);
  // A stolen session without the password: nothing, whatever it showed before.
  expect((await announce(victim, to, {})).body.code).toBe("password-required");
  expect(await waitingOf(victim)).toEqual([]);
  const before = await balanceOf(victim);
  expect((await announce(victim, to)).body).toEqual({ state: "announced" });
  expect(await waitingOf(phone)).toMatchObject([{ kind: "close-account", to, memo: "" }]);
  const told = await app.database.collection("notifications").find({ userId: victim.user.id }).toArray();
  expect(told.filter(({ kind }) => kind === "closing-announced")).toHaveLength(1);
  app.clock.advance(23 * HOUR_MS);
  expect(await balanceOf(victim)).toBe(before);
  // Cancelling shows nothing, and holds at once.
  const late = await anotherDevice(app, victim);
  expect((await callAs(app, late, "DELETE", WAITING)).status).toBe(200);
  expect(await waitingOf(late)).toEqual([]);
  app.clock.advance(2 * HOUR_MS);
  expect((await callAs(app, late, "GET", CLOSE)).body.isClosing).toBe(false);
  expect([await closingOf(victim), await balanceOf(victim)]).toEqual([null, before]);
});

test("nobody shortens the wait: another address waits anew, and a new password ends it", async () => {
  const victim = await victimWithLimits();
  const [to, other] = [addressOf(thief), addressOf(await funded(app))];
  await announce(victim, other);
  app.clock.advance(20 * HOUR_MS);
  const device = await anotherDevice(app, victim);
  await announce(device, to);
  const [waits] = await waitingOf(device);
  expect(Date.parse(waits.takesEffectAt) - app.clock.now().getTime()).toBeGreaterThan(23.9 * HOUR_MS);
  await confirm(app, device);
  const change = { current: victim.password, next: "another horse entirely" };
  expect((await callAs(app, device, "POST", "/api/password", change)).status).toBe(200);
  const again = await anotherDevice(app, { ...victim, password: change.next });
  expect(await waitingOf(again)).toEqual([]);
});

test("a frozen account announces nothing, and freezing takes an announcement back", async () => {
  const victim = await victimWithLimits();
  await announce(victim, addressOf(thief));
  await callAs(app, victim, "POST", "/api/security/freeze");
  expect(await waitingOf(victim)).toEqual([]);
  expect((await announce(victim, addressOf(thief))).body.code).toBe("account-frozen");
});

test("a list lets a closing go nowhere but to an address on it, and who is new on it waits", async () => {
  const victim = await victimWithLimits();
  await callAs(app, victim, "PUT", "/api/security/allow-list", { isOn: true, holdHours: 48 });
  expect((await announce(victim, addressOf(thief))).body.code).toBe("recipient-not-allowed");
  const listed = { address: addressOf(thief), label: "Mule" };
  expect((await callAs(app, victim, "POST", "/api/security/allow-list/addresses", listed)).status).toBe(200);
  const look = (await review(victim, addressOf(thief))).body;
  expect(look.announced.reasons.map(({ code }: { code: string }) => code)).toContain("recipient-on-hold");
});

test("each asset that leaves counts, and the wait lifts the owner's own limits alone", async () => {
  const victim = await victimWithLimits();
  const issuer = addressOf(thief);
  const paid = [
    { asset: NATIVE, amount: parseAmount("3") },
    { asset: { assetCode: "EUR", issuer }, amount: parseAmount("6") },
  ];
  const guard = openGuard(app.runtime);
  const judge = (isAnnounced: boolean) =>
    app.database.transaction(async (session) => {
      const memo = { type: "text", text: "" } as const;
      const all = { kind: "everything", to: issuer, memo, paid, isAnnounced } as const;
      const { spending, needsApproval } = await guard.judge(session, victim.user.id, all);
      return { codes: spending.map(({ code }) => code), needsApproval };
    });
  expect(await judge(false)).toEqual({ codes: ["limit-exceeded"], needsApproval: false });
  expect(await judge(true)).toEqual({ codes: [], needsApproval: false });
  await callAs(app, victim, "PUT", "/api/security/allow-list", { isOn: true, holdHours: 0 });
  expect(await judge(true)).toEqual({ codes: ["recipient-not-allowed"], needsApproval: false });
  await setOperatorPolicy(app.database, { approveAbove: "5" });
  expect((await judge(true)).needsApproval).toBe(true);
  await setOperatorPolicy(app.database, { approveAbove: null });
});

test("after its wait a closing goes where it was announced for, with all there is by then, and past the operators' own limit only by their word", async () => {
  await setOperatorPolicy(app.database, { dailyLimit: "100" });
  const [leaving, heir] = [await victimWithLimits(), await funded(app)];
  const to = addressOf(heir);
  expect((await review(leaving, to)).body.needsApproval).toBe(true);
  expect((await announce(leaving, to)).body).toEqual({ state: "announced" });
  const { waiting } = (await securityCollection(app.database).findOne({ _id: leaving.user.id })) ?? {};
  expect(waiting).toMatchObject([{ kind: "close-account", to }]);
  const before = await balanceOf(heir);
  app.clock.advance(25 * HOUR_MS);
  const held = await eventually(
    () => submissionCollection(app.database).findOne({ userId: leaving.user.id, state: "held" }),
    60_000,
  );
  expect(held.steps).toEqual([{ type: "account_merge", source: addressOf(leaving), to }]);
  const operator = await anAdmin(app);
  await confirm(app, operator);
  const all = await balanceOf(leaving);
  expect((await callAs(app, operator, "POST", `/api/admin/submissions/${held.id}/approve`)).status).toBe(200);
  await eventually(async () => ((await closingOf(leaving))?.state === "done" ? true : null), 60_000);
  expect((await balanceOf(heir)) - before).toBe(all - 100n);
});
