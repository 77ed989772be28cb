import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ErasureDay, KeptKeys } from "#server/platform/secrets/erasable-files.ts";

/**
 * Keys in files of a folder that belongs to no backup and is no database: whatever they lock is gone with them, wherever else a copy of
 * it may lie. Every server process has the same folder.
 */
export interface ErasureFolder {
  /** Makes a key and answers with it, to be wiped by the caller; on the disk when it resolves. */
  make(name: string, until: Date): Promise<Buffer>;
  /** The 32 bytes of a key; null where it is destroyed. */
  read(name: string): Promise<Buffer | null>;
  /** Sets when the key is destroyed; leaves one alone that is final, not there, or of which nobody can read it. */
  setDay(name: string, day: ErasureDay): Promise<void>;
  /** Overwrites the key and removes it; nothing where it is gone already. */
  destroy(name: string): Promise<void>;
  list(): Promise<KeptKeys>;
  /** Removes what was being written when a process died before this moment. */
  dropHalfWritten(before: Date): Promise<void>;
}

const KEY_BYTES = 32;
const KEY = ".key";
const DAY = ".day";
const NAME = /^[A-Za-z0-9_-]{22}$/;
/** A day that has not been given its name yet. */
const HALF_WRITTEN = /^[A-Za-z0-9_-]{22}\.day\.[0-9a-f]{8}$/;
const PRIVATE = 0o600;

/** Opens the folder of erasure keys, and makes it where there is none. */
export function openErasureFolder(folder: string): ErasureFolder {
  const pathOf = (name: string, ending: string): string => {
    if (!NAME.test(name)) throw new Error("no erasure key has such a name");
    return join(folder, name + ending);
  };

  async function writeDay(name: string, { until, isFinal }: ErasureDay): Promise<void> {
    const path = pathOf(name, DAY);
    const fresh = `${path}.${randomBytes(4).toString("hex")}`;
    await writeThrough(fresh, Buffer.from(JSON.stringify({ until: until.toISOString(), isFinal })));
    await rename(fresh, path);
    await settleFolder(folder);
  }

  /** Null where there is none; one that cannot be read is told by its name, since all others count all the same. */
  async function readDay(name: string): Promise<ErasureDay | "unread" | null> {
    try {
      const text = await readOrNull(pathOf(name, DAY));
      return text && parseDay(text.toString("utf8"));
    } catch {
      return "unread";
    }
  }

  async function destroy(name: string): Promise<void> {
    const path = pathOf(name, KEY);
    const file = await open(path, "r+").catch(nullIfAbsent);
    if (file) {
      await file.write(Buffer.alloc(KEY_BYTES), 0, KEY_BYTES, 0);
      await file.sync();
      await file.close();
    }
    await rm(path, { force: true });
    await rm(pathOf(name, DAY), { force: true });
    await settleFolder(folder);
  }

  return {
    async make(name, until) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      // The day first: no key lies there of which nobody knows when it goes.
      await writeDay(name, { until, isFinal: false });
      const key = randomBytes(KEY_BYTES);
      await writeThrough(pathOf(name, KEY), key);
      await settleFolder(folder);
      return key;
    },
    async read(name) {
      const key = await readOrNull(pathOf(name, KEY));
      return key?.length === KEY_BYTES && key.some((byte) => byte !== 0) ? key : null;
    },
    async setDay(name, day) {
      const known = await readDay(name);
      if (known === "unread") return;
      const isSame = known?.until.getTime() === day.until.getTime() && known.isFinal === day.isFinal;
      if (known && !known.isFinal && !isSame) await writeDay(name, day);
    },
    destroy,
    async list() {
      const names = (await readdir(folder).catch(nullIfAbsent)) ?? [];
      const named = (ending: string) =>
        names
          .filter((name) => name.endsWith(ending) && NAME.test(name.slice(0, -ending.length)))
          .map((name) => name.slice(0, -ending.length));
      const read = await Promise.all(named(DAY).map(async (name) => ({ name, day: await readDay(name) })));
      return {
        names: new Set(named(KEY)),
        days: read.flatMap(({ name, day }) => (day === null || day === "unread" ? [] : [{ name, ...day }])),
        unread: read.filter(({ day }) => day === "unread").map(({ name }) => name),
      };
    },
    async dropHalfWritten(before) {
      const names = (await readdir(folder).catch(nullIfAbsent)) ?? [];
      for (const name of names.filter((each) => HALF_WRITTEN.test(each))) {
        const path = join(folder, name);
        const found = await stat(path).catch(nullIfAbsent);
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

function parseDay(text: string): ErasureDay {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null || !("until" in parsed) || !("isFinal" in parsed))
    throw new Error("an erasure key's day cannot be read");
  const until = new Date(String(parsed.until));
  if (Number.isNaN(until.getTime())) throw new Error("an erasure key's day is none");
  return { until, isFinal: parsed.isFinal === true };
}

async function writeThrough(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx", PRIVATE);
  try {
    await file.write(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What a file is called is on the disk once its folder is. */
async function settleFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(nullIfAbsent);
  if (!opened) return;
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function readOrNull(path: string): Promise<Buffer | null> {
  return readFile(path).catch(nullIfAbsent);
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
