import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openDatabase } from "#server/platform/db/database.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { GENESIS } from "#server/platform/audit/audit-head.ts";
import { AUDIT_LOG, type AuditRow, hashOf } from "#server/platform/vault/audit-rows.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { localKeyProvider } from "#server/platform/vault/key-provider.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { vaultIndexes } from "#server/platform/vault/migrations.ts";
import { rewrapVault } from "#server/platform/vault/rewrap.ts";
import { makeKey, type SealedKey, signWithSeed, VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";
import { signingRate } from "./vault-signing.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    keys: { type: "string", default: "5000" },
    rounds: { type: "string", default: "3" },
  },
});
const clock = { now: () => new Date() };
const ROUNDS = Number(values.rounds);
const BATCH = 5000;
const [former, next] = [randomBytes(32), randomBytes(32)];

function rate(count: number, sinceMs: number): string {
  return `${Math.round((count * 1000) / (performance.now() - sinceMs))}/s`;
}

async function rateOf(work: () => Promise<unknown>): Promise<string> {
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < 1000) {
    await work();
    count += 1;
  }
  return rate(count, started);
}

const mongo = await startMongo();
const database = await openDatabase(mongo.url, "bench", 10_000);
try {
  const provider = localKeyProvider(former);
  const dataKey = randomBytes(32);
  const wrapped = await provider.wrap(dataKey, "a");
  console.log(`wrap                      ${await rateOf(() => provider.wrap(dataKey, "a"))}`);
  console.log(`unwrap                    ${await rateOf(() => provider.unwrap(wrapped, "a"))}`);
  console.log(`ed25519 alone             ${await rateOf(async () => signWithSeed(dataKey, wrapped))}`);

  await vaultIndexes.run(database, clock.now());
  const ring = openKeyRing(testVault(former), clock);
  const vault = openVault(database, ring, openAuditLog(database, clock), clock);
  await vault.verifyKey();
  const address = await database.transaction((session) => vault.createKey(session, { userId: 1, purpose: "wallet" }));
  const shapes = [1, 16, 64].flatMap((atOnce) =>
    [1, 2].map((processes) => ({ processes, atOnce, rates: [0].slice(1) })),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { processes, atOnce, rates } of shapes)
      rates.push(await signingRate({ url: mongo.url, key: former, address }, processes, atOnce));
  }
  for (const { processes, atOnce, rates } of shapes) {
    if (rates.length === 0) continue;
    const median = rates.toSorted((left, right) => left - right)[Math.floor(rates.length / 2)];
    console.log(`signed and audited        ${median}/s  (${processes} process(es), ${atOnce} at once each)`);
  }

  const keys = Array.from({ length: Number(values.keys) }, () =>
    makeKey(ring, sealsOf(database), { userId: 1, purpose: "wallet" }, clock.now()),
  );
  await database.collection<SealedKey>(VAULT_KEYS).insertMany(await Promise.all(keys));
  const started = performance.now();
  const both = openKeyRing(testVault(next, [former]), clock);
  const { rewrapped } = await rewrapVault(database, both, openAuditLog(database, clock), () => {});
  console.log(`locks changed             ${rate(rewrapped, started)}  (${rewrapped} keys)`);

  await database.collection(AUDIT_LOG).deleteMany({});
  const rows = Number(values.rows);
  let head = GENESIS;
  for (let at = 0; at < rows; at += BATCH) {
    const links = Array.from({ length: Math.min(BATCH, rows - at) }, (): AuditRow => {
      const event = { action: "sign", address, purpose: "wallet", payloadHash: "ab".repeat(32) } as const;
      const why = { requestedBy: "user 1", reason: `submission ${head.sequence}` };
      const link = { _id: head.sequence + 1, at: new Date(), ...event, ...why, previous: head.hash };
      head = { sequence: link._id, hash: hashOf(link) };
      return { ...link, hash: head.hash };
    });
    await database.collection<AuditRow>(AUDIT_LOG).insertMany(links);
  }
  await database.collection("audit_head").updateOne({}, { $set: { ...head } });
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const walking = performance.now();
  const { problem } = await walkAudit(database);
  clearInterval(watch);
  const grown = Math.round((most - before) / 1e6);
  console.log(
    `audit rows walked         ${rate(rows, walking)}  (${rows} rows, ${problem ?? "whole"}, ${grown} MB more)`,
  );
  console.log(`load average              ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await database.close();
  await mongo.stop();
}
