import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { openAuditLog, readHead } from "#server/platform/vault/audit-log.ts";
import { AUDIT_LOG, type AuditRow, hashOf } from "#server/platform/vault/audit-rows.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { ANCHOR_PURPOSE, anchorAudit, type AnchorOutcome, anchorValue, readAnchor } from "./anchor.ts";
import { ledgerAnchors } from "./ledger-anchors.ts";
import { verifyAudit } from "./verify-audit.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DEADLINE_MS = 60_000;
const FEE_BID = 100n;
/** Held, so that no midnight falls into the test. */
const START_MS = Date.now();
let app: TestApp;
let address = "";

beforeAll(async () => {
  app = await startTestApp();
  const account = await eventually(async () => {
    const found = await houseAccount(app.database, ANCHOR_PURPOSE, null);
    return found?.exists === true && found;
  }, DEADLINE_MS);
  address = account._id;
  await append("before the first anchor");
});
afterAll(() => app.stop());

async function append(reason: string): Promise<void> {
  const event = { action: "sign", address: "G", purpose: "house", payloadHash: "", requestedBy: "test" } as const;
  await openAuditLog(app.database, app.clock).append({ ...event, reason });
}

/** As a server process would on the day that is `days` from now. */
async function anchorOn(days: number): Promise<AnchorOutcome> {
  const { database, config } = app;
  const clock = { now: () => new Date(START_MS + days * DAY_MS) };
  return anchorAudit({ database, config, clock }, () => Promise.resolve(FEE_BID));
}

function anchorSubmissions() {
  return submissionCollection(app.database)
    .find({ kind: "anchor" }, { sort: { id: 1 } })
    .toArray();
}

/** Waits until all anchors are in the ledger, and answers with them. */
async function anchorsWhenSettled() {
  await eventually(
    async () => (await anchorSubmissions()).every(({ state, isReserving }) => state === "confirmed" && !isReserving),
    DEADLINE_MS,
  );
  return ledgerAnchors(app.config.stellar.horizonUrls, address);
}

/** `npm run audit:verify` beside the running server. */
async function runVerify(): Promise<{ readonly code: number | null; readonly said: string }> {
  const { stellar, dataDir } = app.config;
  const child = spawn(process.execPath, [join(import.meta.dirname, "cli/verify-audit.ts"), "--account", address], {
    env: {
      DATA_DIR: dataDir,
      MONGODB_URL: app.config.mongodbUrl.replace("/?", "/astrolabe?"),
      STELLAR_RPC_URL: stellar.rpcUrls.join(","),
      STELLAR_HORIZON_URL: stellar.horizonUrls.join(","),
    },
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, said }));
  });
}

/** Rewrites the log from a row on as a forger would who knows how rows are chained. */
async function forgeFrom(first: number, change: Partial<AuditRow>): Promise<void> {
  const rows = app.database.collection<AuditRow>(AUDIT_LOG);
  let previous: string | null = null;
  for (const row of await rows.find({ _id: { $gte: first } }, { sort: { _id: 1 } }).toArray()) {
    const forged: AuditRow = { ...row, ...(previous === null ? change : { previous }) };
    previous = hashOf(forged);
    await rows.replaceOne({ _id: row._id }, { ...forged, hash: previous });
  }
  await app.database.collection("audit_head").updateOne({}, { $set: { hash: previous } });
}

test("an anchor fits into an entry of the ledger, and reads back", () => {
  const head = { sequence: 999_999_999_999_999, hash: "ab".repeat(32) };
  expect(Buffer.byteLength(anchorValue(head))).toBeLessThanOrEqual(64);
  expect(readAnchor(anchorValue(head))).toEqual(head);
  expect(readAnchor("1:short")).toBeNull();
});

test("however many processes try, a day has one anchor, and the ledger holds it", async () => {
  await Promise.all(Array.from({ length: 4 }, () => anchorOn(1)));
  expect(["under way", "done"]).toContain(await anchorOn(1));
  await anchorsWhenSettled();
  await append("between two anchors");
  await Promise.all([anchorOn(2), anchorOn(2)]);
  const anchors = await anchorsWhenSettled();
  const keys = (await anchorSubmissions()).map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => key.endsWith("-1"))).toHaveLength(keys.length);
  expect(anchors).toHaveLength(keys.length);
  expect(anchors.map(({ sequence }) => sequence)).toEqual(
    anchors.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
  const verdict = await verifyAudit(app.database, anchors);
  expect(verdict.sentence).toMatch(
    /^The audit log is whole: \d+ rows, and \d anchors on the ledger agree, the newest with row \d+\.$/,
  );
});

test("the command prints one sentence, also of a log that is written meanwhile", async () => {
  const writing = Promise.all(Array.from({ length: 50 }, (_, at) => append(`meanwhile ${at}`)));
  const { code, said } = await runVerify();
  await writing;
  expect(said).toMatch(/^The audit log is whole: [^\n]+\.\n$/);
  expect(code).toBe(0);
});

test("a log that was forged whole, or cut off together with its head, is told by the ledger", async () => {
  const anchors = await anchorsWhenSettled();
  const [first] = anchors;
  if (!first) throw new Error("there is no anchor");
  await app.app.server.close();
  const row = await app.database.collection<AuditRow>(AUDIT_LOG).findOne({ _id: first.sequence });
  await forgeFrom(first.sequence, { reason: "another reason" });
  expect(await verifyAudit(app.database, [])).toMatchObject({ isWhole: true });
  expect((await verifyAudit(app.database, anchors)).sentence).toBe(
    `The audit log is broken: the ledger holds another hash of row ${first.sequence}.`,
  );
  expect(await runVerify()).toEqual({
    code: 1,
    said: `The audit log is broken: the ledger holds another hash of row ${first.sequence}.\n`,
  });

  await forgeFrom(first.sequence, { reason: row?.reason ?? "" });
  expect(await verifyAudit(app.database, anchors)).toMatchObject({ isWhole: true });
  const last = anchors.at(-1)?.sequence ?? 0;
  const rows = app.database.collection<AuditRow>(AUDIT_LOG);
  await rows.deleteMany({ _id: { $gte: last } });
  const end = await rows.findOne({ _id: last - 1 });
  await app.database.collection("audit_head").updateOne({}, { $set: { sequence: last - 1, hash: end?.hash } });
  expect(await readHead(app.database, null)).toMatchObject({ sequence: last - 1 });
  expect(await verifyAudit(app.database, [])).toMatchObject({ isWhole: true });
  expect((await verifyAudit(app.database, anchors)).sentence).toBe(
    `The audit log is broken: it ends at row ${last - 1}, but the ledger holds the hash of row ${last}.`,
  );
}, 120_000);
