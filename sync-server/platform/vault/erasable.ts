import { randomBytes } from "node:crypto";
import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type ErasableFiles, ErasedError } from "#server/platform/secrets/erasable-files.ts";
import type { ErasureFolder } from "./erasure-folder.ts";
import type { KeyRing } from "./key-ring.ts";
import { seal, unseal } from "./seal.ts";
import { DATA_KEY_BYTES, type Lock } from "./sealed-keys.ts";

/** What opens a file: its data key, locked with an erasure key, and that wrapped by the vault's provider. */
interface FileLock extends Lock, Document {
  /** The file's name, and that of its erasure key. */
  readonly _id: string;
}

export const VAULT_FILES = "vault_files";

/** Opens the files whose locks are in this database and whose erasure keys are in the folder. */
export function openErasableFiles(database: Database, ring: KeyRing, folder: ErasureFolder): ErasableFiles {
  const locks = database.collection<FileLock>(VAULT_FILES);

  async function lockOf(name: string, erasureKey: Buffer): Promise<FileLock> {
    const dataKey = randomBytes(DATA_KEY_BYTES);
    try {
      const wrapped = await ring.current.wrap(seal(erasureKey, dataKey, fileContext(name)), fileContext(name));
      return { _id: name, keyVersion: ring.current.version, dataKey: wrapped.toString("base64") };
    } finally {
      dataKey.fill(0);
    }
  }

  return {
    setDay: (name, day) => folder.setDay(name, day),
    kept: () => folder.list(),
    dropHalfWritten: (before) => folder.dropHalfWritten(before),
    async make(name, until, insert) {
      const erasureKey = await folder.make(name, until);
      try {
        const lock = await lockOf(name, erasureKey);
        await insert(async (session) => void (await locks.insertOne(lock, { session })));
      } catch (error) {
        await folder.destroy(name);
        throw error;
      } finally {
        erasureKey.fill(0);
      }
    },
    async use(name, work) {
      const [lock, erasureKey] = await Promise.all([locks.findOne({ _id: name }), folder.read(name)]);
      if (!lock || !erasureKey) throw new ErasedError(name);
      const opened = await ring.of(lock.keyVersion).unwrap(Buffer.from(lock.dataKey, "base64"), fileContext(name));
      const dataKey = unseal(erasureKey, opened, fileContext(name));
      try {
        return await work({
          seal: (plain, place) => seal(dataKey, plain, place),
          unseal: (sealed, place) => unseal(dataKey, sealed, place),
        });
      } finally {
        for (const secret of [dataKey, opened, erasureKey]) secret.fill(0);
      }
    },
    async erase(name) {
      await folder.destroy(name);
      await locks.deleteOne({ _id: name });
    },
  };
}

/** What a file's lock is bound to. */
export function fileContext(name: string): string {
  return `astrolabe file ${name}`;
}
