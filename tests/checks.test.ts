import { createServer } from "node:tls";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Collection } from "mongodb";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditChecks } from "#server/custody/index.ts";
import { keepAnchored } from "#server/custody/keep-anchored.ts";
import { depositsCheck } from "#server/deposits/index.ts";
import { depositCollection } from "#server/deposits/store.ts";
import { identitiesCheck } from "#server/kyc/index.ts";
import { verificationsOf } from "#server/kyc/verifications.ts";
import { marketsCheck } from "#server/markets/index.ts";
import { deliveriesCheck } from "#server/notifications/index.ts";
import { backupCheck } from "#server/platform/checks/backup-check.ts";
import { certificateCheck, judgeCertificate, readCertificate } from "#server/platform/checks/certificate-check.ts";
import type { Check } from "#server/platform/checks/check.ts";
import { HOUSE_KIND, type HousePurpose } from "#server/platform/house/accounts.ts";
import { daysLeft, houseChecks } from "#server/platform/house/house-checks.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { haltAsset, resumeAsset } from "#server/platform/submissions/halts.ts";
import { stuckCheck } from "#server/platform/submissions/stuck-check.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { AUDIT_LOG, type AuditRow } from "#server/platform/vault/audit-rows.ts";
import { suspenseCheck } from "#server/suspense/index.ts";
import { freePort } from "#tests/support/free-port.ts";
import { checkNamed, lookAt, problemsOf, repair } from "#tests/support/checks.ts";
import { startWorld, type World } from "#tests/support/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
let world: World;

beforeAll(async () => {
  world = await startWorld();
  // Noon, so that no midnight falls into a test.
  world.clock.advance(DAY_MS * 1.5 - (world.clock.now().getTime() % DAY_MS));
});
afterAll(() => world.stop());

const problems = (check: Check) => problemsOf(check, world.runtime);
const ago = (ms: number) => new Date(world.clock.now().getTime() - ms);

/** Puts a row into a collection as it is, and takes it away again once `look` has looked. */
async function planted(collection: string, row: object, look: () => Promise<void>): Promise<void> {
  const rows = world.database.collection(collection);
  const { insertedId } = await rows.insertOne({ ...row });
  try {
    await look();
  } finally {
    await rows.deleteOne({ _id: insertedId });
  }
}

/** An account of the house on the ledger, with a balance that the check sees. */
async function aHouseAccount(_id: HousePurpose): Promise<string> {
  const address = await world.wallet(HOUSE_USER, "house");
  const house = { _id, address, createdAt: world.clock.now() };
  await world.database
    .collection<{ _id: string; seal: string }>(HOUSE_KIND.collection)
    .insertOne({ ...house, seal: sealRow(world.database, HOUSE_KIND, house) });
  return address;
}

test("payments that do not get on are told by their state, and kicking is what repairs", async () => {
  let kicks = 0;
  const check = stuckCheck(() => {
    kicks += 1;
  });
  const { collectionName } = submissionCollection(world.database);
  expect(await problems(check)).toEqual({});
  await planted(collectionName, { id: 1, state: "submitted", createdAt: ago(9 * MINUTE_MS) }, async () => {
    expect(await problems(check)).toEqual({});
    await planted(collectionName, { id: 2, state: "created", createdAt: ago(6 * MINUTE_MS) }, async () => {
      expect(await problems(check)).toEqual({ created: "check.submissions-stuck.late" });
      await repair(check, world.runtime, "created");
      expect(kicks).toBe(1);
      await world.database.transaction((session) => haltAsset(world.runtime, NATIVE, "by hand", session));
      expect(await problems(check)).toEqual({});
      await resumeAsset(world.database, NATIVE, null);
    });
  });
  await planted(collectionName, { id: 3, state: "held", createdAt: ago(25 * HOUR_MS) }, async () => {
    expect((await lookAt(check, world.runtime)).get("held")).toMatchObject({
      severity: "warning",
      facts: { count: 1 },
    });
  });
  await planted(collectionName, { id: 4, state: "ambiguous", createdAt: ago(1) }, async () => {
    const found = (await lookAt(check, world.runtime)).get("ambiguous");
    expect(found).toMatchObject({ problem: "check.submissions-stuck.ambiguous" });
    expect(found && check.task?.(found)).toMatchObject({ doing: { path: "/admin-panel/payments" } });
  });
  expect(await problems(check)).toEqual({});
});

test("the house's accounts are told when they are nearly empty, will soon be, or channels are missing", async () => {
  const checks = houseChecks();
  const [balance, runway, channels] = ["house-balance", "house-runway", "channels"].map((id) => checkNamed(checks, id));
  if (!balance || !runway || !channels) throw new Error("a check is missing");
  const runtime = {
    ...world.runtime,
    config: { ...world.runtime.config, house: { channels: 1, dailyReserveStroops: 1n, dailyFeeStroops: 1n } },
  };
  expect(await problemsOf(balance, runtime)).toEqual({});
  const [treasury, sponsor] = [await aHouseAccount("treasury"), await aHouseAccount("sponsor")];
  expect(await problemsOf(balance, runtime)).toEqual({});
  expect(await problemsOf(channels, runtime)).toEqual({ "": "check.channels.missing" });
  await world.wallet(HOUSE_USER, "channel");
  expect(await problemsOf(channels, runtime)).toEqual({});

  const accounts = accountCollection(world.database);
  const balanceOf = async (address: string) => (await accounts.findOne({ _id: address }))?.balance ?? "0";
  const before = { treasury: await balanceOf(treasury), sponsor: await balanceOf(sponsor) };
  for (const _id of [treasury, sponsor]) await accounts.updateOne({ _id }, { $set: { balance: "20000000" } });
  expect(await problemsOf(balance, runtime)).toEqual({
    treasury: "check.house-balance.low",
    sponsor: "check.house-balance.low",
  });
  const dry = (await lookAt(balance, runtime)).get("treasury");
  expect(dry && balance.task?.(dry)?.doing).toMatchObject({ kind: "transfer", to: treasury, amount: "100.0000000" });
  // A house that sponsors nobody needs no sponsor.
  expect(await problems(balance)).toEqual({ treasury: "check.house-balance.low" });
  await accounts.updateOne({ _id: treasury }, { $set: { balance: before.treasury } });
  await accounts.updateOne({ _id: sponsor }, { $set: { balance: before.sponsor } });
  expect(await problemsOf(balance, runtime)).toEqual({});

  // All but a tenth went out within the week.
  const paid = BigInt(before.treasury) * 9n;
  const step = { type: "payment", source: treasury, to: sponsor, ...NATIVE, amount: String(paid) };
  const row = {
    id: 9,
    userId: HOUSE_USER,
    account: treasury,
    state: "confirmed",
    createdAt: ago(DAY_MS),
    steps: [step],
  };
  await planted("submissions", row, async () => {
    expect((await lookAt(runway, runtime)).get("treasury")).toMatchObject({ severity: "error", facts: { days: 0 } });
  });
  expect(await problemsOf(runway, runtime)).toEqual({});
  expect([daysLeft(70n, 0n), daysLeft(70n, 70n), daysLeft(69n, 70n), daysLeft(200n, 70n)]).toEqual([null, 7, 6, 20]);
});

test("what waits for people longer than they are told is told", async () => {
  const suspense = { id: 1, state: "open", isSettled: false, submissionId: null };
  const suspenseName = suspenseCollection(world.database).collectionName;
  await planted(suspenseName, { ...suspense, arrivedAt: ago(23 * HOUR_MS) }, async () => {
    expect(await problems(suspenseCheck())).toEqual({});
  });
  await planted(suspenseName, { ...suspense, arrivedAt: ago(DAY_MS) }, async () => {
    expect(await problems(suspenseCheck())).toEqual({ "": "check.suspense-age.late" });
  });

  const deposits = depositCollection(world.database).collectionName;
  await planted(deposits, { id: 1, status: "pending", createdAt: ago(25 * HOUR_MS) }, async () => {
    expect(await problems(depositsCheck())).toEqual({ undecided: "check.deposits-waiting.undecided" });
  });
  const approved = { id: 2, status: "approved", createdAt: ago(3 * DAY_MS) };
  await planted(deposits, { ...approved, approvals: [{ by: 1, at: ago(14 * MINUTE_MS) }] }, async () => {
    expect(await problems(depositsCheck())).toEqual({});
  });
  await planted(deposits, { ...approved, approvals: [{ by: 1, at: ago(16 * MINUTE_MS) }] }, async () => {
    expect((await lookAt(depositsCheck(), world.runtime)).get("unpaid")).toMatchObject({ severity: "error" });
  });

  const identities = verificationsOf(world.database).collectionName;
  const pending = { id: 1, status: "pending", submittedDate: ago(49 * HOUR_MS) };
  await planted(identities, { ...pending, asked: [] }, async () => {
    expect(await problems(identitiesCheck())).toEqual({ "": "check.identities-waiting.late" });
  });
  // It is with the person again.
  await planted(identities, { ...pending, asked: ["face"] }, async () => {
    expect(await problems(identitiesCheck())).toEqual({});
  });
  await planted("notification_messages", { dueAt: ago(11 * MINUTE_MS) }, async () => {
    expect(await problems(deliveriesCheck())).toEqual({ "": "check.deliveries-late.late" });
  });
  expect(await problems(deliveriesCheck())).toEqual({});
});

test("markets are behind by more than a minute's ledgers", async () => {
  let lag = 12;
  const check = marketsCheck(() => lag);
  expect(await problems(check)).toEqual({});
  lag = 13;
  expect(await problems(check)).toEqual({ "": "check.markets-lag.behind" });
});

test("a backup is missed where the database is real and a day old, and is too old after a day and some hours", async () => {
  const migrations = world.database.collection<{ _id: number; appliedAt: Date }>("migrations");
  await migrations.insertOne({ _id: 0, appliedAt: ago(23 * HOUR_MS) });
  expect(await problems(backupCheck(false))).toEqual({});
  await migrations.updateOne({ _id: 0 }, { $set: { appliedAt: ago(25 * HOUR_MS) } });
  expect((await lookAt(backupCheck(false), world.runtime)).get("")).toMatchObject({
    problem: "check.backup-age.none",
    severity: "warning",
  });
  expect(await problems(backupCheck(true))).toEqual({});
  await planted("backups", { kind: "scheduled", ok: true, finishedAt: ago(31 * HOUR_MS) }, async () => {
    await planted("backups", { kind: "scheduled", ok: false, finishedAt: ago(HOUR_MS) }, async () => {
      expect(await problems(backupCheck(true))).toEqual({ "": "check.backup-age.old" });
    });
    await planted("backups", { kind: "drill", ok: true, finishedAt: ago(HOUR_MS) }, async () => {
      expect(await problems(backupCheck(true))).toEqual({ "": "check.backup-age.old" });
    });
    await planted("backups", { kind: "scheduled", ok: true, finishedAt: ago(HOUR_MS) }, async () => {
      expect(await problems(backupCheck(true))).toEqual({});
    });
  });
});

test("a certificate is told before it ends, and when browsers would refuse it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "astrolabe-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "30", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const check = certificateCheck(`https://localhost:${port}`);
  try {
    expect(await problems(check)).toEqual({ "": "check.certificate.invalid" });
    const shown = await readCertificate("localhost", port);
    const well = { ...shown, refusal: null };
    const now = new Date();
    const later = (days: number) => new Date(now.getTime() + days * DAY_MS);
    expect(judgeCertificate(well, now).problem).toBe(null);
    expect(judgeCertificate(well, later(17))).toMatchObject({ problem: "check.certificate.ends", severity: "warning" });
    expect(judgeCertificate(well, later(28))).toMatchObject({ severity: "error" });
    expect(judgeCertificate(well, later(31))).toMatchObject({ severity: "critical" });
  } finally {
    await new Promise((resolve) => {
      server.close(resolve);
    });
    rmSync(folder, { recursive: true, force: true });
  }
  expect(await problems(check)).toEqual({ "": "check.certificate.unreachable" });
  expect(await problems(certificateCheck("http://localhost:3000"))).toEqual({});
});

test("the audit log is walked from what the ledger vouches for, and told where somebody changed it", async () => {
  const checks = auditChecks(world.network, () => undefined);
  const [chain, anchor] = [checkNamed(checks, "audit-chain"), checkNamed(checks, "audit-anchor-age")];
  const log = openAuditLog(world.database, world.clock);
  const rows = world.database.collection<AuditRow>(AUDIT_LOG);
  const append = (reason: string) =>
    log.append({ action: "sign", address: "G", purpose: "house", payloadHash: "", requestedBy: "test", reason });
  for (let number = 1; number <= 5; number += 1) await append(`before ${number}`);
  await aHouseAccount("suspense");
  expect(await problems(chain)).toEqual({});
  world.clock.advance(27 * HOUR_MS);
  expect(await problems(anchor)).toEqual({ "": "check.audit-anchor-age.old" });
  await keepAnchored(world.runtime, world.network);
  await world.settle();
  expect(await problems(anchor)).toEqual({});
  await append("after the anchor");
  await append("after that");
  const walks = () =>
    checkNamed(
      auditChecks(world.network, () => undefined),
      "audit-chain",
    );
  expect(await problems(walks())).toEqual({});

  const { sequence, at } = await newest(rows);
  await rows.updateOne({ _id: sequence }, { $set: { reason: "nothing at all" } });
  expect((await lookAt(walks(), world.runtime)).get("")?.facts).toEqual({ row: String(sequence) });
  // One that has walked past it sees what is new alone.
  await rows.updateOne({ _id: sequence }, { $set: { reason: "after that" } });
  expect(await problems(walks())).toEqual({});
  const last = await rows.findOneAndDelete({ _id: sequence });
  expect(await problems(walks())).toEqual({ "": "check.audit-chain.broken" });
  if (last) await rows.insertOne(last);
  expect(at.getTime()).toBeLessThanOrEqual(world.clock.now().getTime());

  const anchored = await rows.findOne({ reason: "before 5" });
  const { hash } = anchored ?? { hash: "" };
  await rows.updateOne({ reason: "before 5" }, { $set: { hash: "0".repeat(64) } });
  const found = await problems(walks());
  await rows.updateOne({ reason: "before 5" }, { $set: { hash } });
  expect(["check.audit-chain.ledger", "check.audit-chain.broken"]).toContain(found[""]);
  expect(await problems(walks())).toEqual({});
});

async function newest(rows: Collection<AuditRow>): Promise<{ sequence: number; at: Date }> {
  const [row] = await rows.find({}, { sort: { _id: -1 }, limit: 1 }).toArray();
  return { sequence: row?._id ?? 0, at: row?.at ?? new Date(0) };
}
