import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Db } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { canonical } from "./canonical.ts";

/** What stands under a row that was written by us: whoever has the database alone cannot make one. */
export interface RowSeals {
  /** Names the sealing key, and tells nothing of it. */
  readonly name: string;
  /** `purpose` says what kind of row it is: a seal of one kind is worth nothing under another. */
  seal(purpose: string, content: unknown): string;
  isSealed(purpose: string, content: unknown, seal: unknown): boolean;
}

/** A row that we did not write, or that somebody changed since. */
export class SealBrokenError extends Error {
  constructor(what: string) {
    super(`${what} has no seal of ours: somebody wrote it past the server`);
    this.name = "SealBrokenError";
  }
}

const KEY_BYTES = 32;
const NAME_LENGTH = 22;

/** Seals with keys that are derived from `root`, one for each purpose. */
export function rowSeals(root: Buffer): RowSeals {
  const keys = new Map<string, Buffer>();
  const keyOf = (purpose: string): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync("sha256", root, "", `astrolabe seal ${purpose}`, KEY_BYTES));
    keys.set(purpose, key);
    return key;
  };
  const digest = (purpose: string, content: unknown) =>
    createHmac("sha256", keyOf(purpose)).update(canonical(content)).digest();
  // What somebody else wrote may be what none of ours is.
  const digestOrNull = (purpose: string, content: unknown) => {
    try {
      return digest(purpose, content);
    } catch {
      return null;
    }
  };
  return {
    name: createHmac("sha256", keyOf("name")).update("name").digest("base64url").slice(0, NAME_LENGTH),
    seal: (purpose, content) => digest(purpose, content).toString("base64url"),
    isSealed: (purpose, content, seal) => {
      if (typeof seal !== "string") return false;
      const given = Buffer.from(seal, "base64url");
      const expected = digestOrNull(purpose, content);
      if (!expected) return false;
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** By the connection: what is fenced by a lease, or waits longer, is the same database. */
const opened = new WeakMap<Db, RowSeals>();

/** Has everything that reads and writes this database seal with these from now on. */
export function useSeals(database: Pick<Database, "db">, seals: RowSeals): void {
  opened.set(database.db, seals);
}

/** The seals of a database. Throws before {@link useSeals}: nothing is believed, and nothing written, without them. */
export function sealsOf(database: Pick<Database, "db">): RowSeals {
  const seals = opened.get(database.db);
  if (!seals) throw new Error("the seals of this database are not open");
  return seals;
}
