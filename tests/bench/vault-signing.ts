import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDatabase } from "#server/platform/db/database.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { vaultIndexes } from "#server/platform/vault/migrations.ts";
import { signWithSeed } from "#server/platform/vault/sealed-keys.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";
import { ratioOf, type Result } from "./results.ts";

const run = promisify(execFile);
const clock = { now: () => new Date() };
const ROUND_MS = 2000;
const AT_ONCE = 64;

/** Signatures per second of all processes together, each asking for `atOnce` at a time. */
export async function signingRate(
  { url, key, address }: { readonly url: string; readonly key: Buffer; readonly address: string },
  processes: number,
  atOnce: number,
): Promise<number> {
  const parameters = [url, key.toString("hex"), address, String(atOnce), String(ROUND_MS)];
  const script = join(import.meta.dirname, "vault-signer.ts");
  const runs = Array.from({ length: processes }, () => run(process.execPath, [script, ...parameters]));
  const counts = (await Promise.all(runs)).map(({ stdout }) => Number(stdout));
  return Math.round((counts.reduce((sum, count) => sum + count, 0) * 1000) / ROUND_MS);
}

/** What one process signs through the vault, each signature audited beforehand, beside ed25519 alone. */
export async function measureSigning(rounds: number): Promise<Result[]> {
  const mongo = await startMongo();
  const database = await openDatabase(mongo.url, "bench", 10_000);
  try {
    const key = randomBytes(32);
    await vaultIndexes.run(database, clock.now());
    const vault = openVault(database, openKeyRing(testVault(key), clock), openAuditLog(database, clock), clock);
    await vault.verifyKey();
    const address = await database.transaction((session) => vault.createKey(session, { userId: 1, purpose: "wallet" }));
    const audited: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(bareRate());
      audited.push(await signingRate({ url: mongo.url, key, address }, 1, AT_ONCE));
    }
    return [
      ratioOf({
        name: `signatures of the vault, audited, ${AT_ONCE} at once`,
        unit: "/s",
        own: audited,
        other: bare,
        counterpart: "of ed25519 alone",
      }),
    ];
  } finally {
    await database.close();
    await mongo.stop();
  }
}

function bareRate(): number {
  const seed = randomBytes(32);
  const hash = randomBytes(32);
  const from = performance.now();
  let signatures = 0;
  while (performance.now() - from < ROUND_MS / 2) {
    signWithSeed(seed, hash);
    signatures += 1;
  }
  return (signatures * 1000) / (performance.now() - from);
}
