import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_BACKUP } from "#server/backup-settings.ts";
import { eventually, startTestApp } from "#tests/support/app.ts";
import { readBackup } from "./read-backup.ts";
import type { BackupRun } from "./runs.ts";

const LIMIT_MS = 180_000;

test(
  "a server with a folder and a key makes a backup by itself, tries it, and tells of both",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "astrolabe-scheduled-"));
    const key = randomBytes(32);
    const app = await startTestApp({ backup: { ...DEFAULT_BACKUP, folder, key } });
    try {
      const runs = app.database.collection<BackupRun>("backups");
      const drilled = await eventually(() => runs.findOne({ kind: "drill", finishedAt: { $ne: null } }), LIMIT_MS);
      expect(drilled).toMatchObject({ ok: true, problem: null });
      const [file = "", ...others] = await readdir(folder);
      expect(others).toEqual([]);
      const [made, ...more] = await runs.find({ kind: "scheduled" }).toArray();
      expect(more).toEqual([]);
      expect(made).toMatchObject({ ok: true, problem: null, file: join(folder, file), documents: drilled.documents });
      const { manifest } = await readBackup(join(folder, file), key);
      expect(manifest.documents).toBe(made?.documents);
    } finally {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);
