import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { startMongo, startStellar } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";

const LEDGER_MS = 5000;

type Fill = (app: TestApp) => Promise<void>;

/**
 * Measures an app whose database was filled. With a folder it is filled once: what was written is kept there, with the network and the
 * key that it was written under, and a copy of it is measured, now and next time.
 */
export async function withSeededApp<T>(
  kept: string | undefined,
  fill: Fill,
  measure: (app: TestApp) => Promise<T>,
): Promise<T> {
  if (kept === undefined)
    return withApp(await start(randomBytes(32)), async (app) => {
      await fill(app);
      return measure(app);
    });
  if (!existsSync(kept)) await keep(kept, fill);
  const key = Buffer.from(await readFile(join(kept, "vault.key"), "utf8"), "hex");
  return withApp(await start(key, (name) => ({ from: join(kept, name) })), measure);
}

/** What was broken off half-way is not there next time. */
async function keep(kept: string, fill: Fill): Promise<void> {
  const half = `${kept}.half-${process.pid}`;
  await mkdir(half, { recursive: true });
  const key = randomBytes(32);
  await withApp(await start(key, (name) => ({ keepAs: join(half, name) })), fill);
  await writeFile(join(half, "vault.key"), key.toString("hex"), { mode: 0o600 });
  await rename(half, kept);
}

type Folders = (name: "mongo" | "stellar") => { readonly from?: string; readonly keepAs?: string };

async function start(key: Buffer, folders: Folders = () => ({})): Promise<TestApp> {
  const [mongo, stellar] = await Promise.all([
    startMongo(folders("mongo")),
    startStellar({ closeIntervalMs: LEDGER_MS, ...folders("stellar") }),
  ]);
  return startTestApp({ mongo, stellar, vault: testVault(key) });
}

async function withApp<T>(app: TestApp, work: (app: TestApp) => Promise<T>): Promise<T> {
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}
