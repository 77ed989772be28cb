import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { HASTY } from "./read-moment.ts";
import { writeBackup } from "./write-backup.ts";

const folder = await mkdtemp(join(tmpdir(), "astrolabe-full-backup-"));
const disk = join(folder, "disk");
mkdirSync(disk);
const run = promisify(execFile);
const isMounted = await run("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]).then(
  () => true,
  (error: unknown) => {
    console.warn(`SKIPPED: nothing here is shown of a full disk, since none can be mounted (${String(error)}).`);
    return false;
  },
);

afterAll(async () => {
  if (isMounted) await run("umount", [disk]).catch(() => run("umount", ["--lazy", disk]));
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!isMounted)(
  "a disk that fills refuses the backup in a sentence, keeps nothing of it, and the database goes on",
  async () => {
    const mongo = await startMongo();
    const database = await openDatabase(mongo.url, "full", 10_000);
    try {
      const noise = database.collection("noise");
      await noise.insertMany(Array.from({ length: 40 }, () => ({ bytes: randomBytes(50_000) })));
      const source = { database, clock: { now: () => new Date() }, passphrase: "A network", pace: HASTY };
      const file = join(disk, "backup");
      await expect(writeBackup(source, randomBytes(32), file)).rejects.toThrow(
        `The disk is full: ${file} was not written, and nothing of it was left.`,
      );
      expect(readdirSync(disk)).toEqual([]);
      await noise.insertOne({ bytes: randomBytes(10) });
      expect(await noise.countDocuments()).toBe(41);
    } finally {
      await database.close();
      await mongo.stop();
    }
  },
);
