import type { ClientSession } from "mongodb";

/** What was to be opened is erased: its key is destroyed, or lies in a folder that this process does not see. */
export class ErasedError extends Error {
  constructor(name: string) {
    super(`the key of ${name} is destroyed`);
    this.name = "ErasedError";
  }
}

/** A file's key while it is used: encrypts and decrypts parts of it, each bound to the place that it is for. */
export interface FileKey {
  seal(plain: Buffer, place: string): Buffer;
  /** Throws where the bytes or the place are not those that were sealed. */
  unseal(sealed: Buffer, place: string): Buffer;
}

/** When a key is destroyed; one that is final moves ahead no more. */
export interface ErasureDay {
  readonly until: Date;
  readonly isFinal: boolean;
}

/** The erasure keys that are there, by the names of their files. */
export interface KeptKeys {
  readonly names: ReadonlySet<string>;
  readonly days: readonly (ErasureDay & { readonly name: string })[];
  /** Those of which nobody can read when they are to be destroyed. */
  readonly unread: readonly string[];
}

/**
 * Files that can be erased for good, whatever copies of the database there are: each has a data key of its own, under the vault's
 * provider and under an erasure key that is in neither the database nor a backup.
 */
export interface ErasableFiles {
  /**
   * Makes the key of a new file, destroyed at `until` unless that moves. The erasure key lies there before `insert` is called, which
   * stores the lock, and whatever else, in a transaction; where that throws, the key is gone.
   */
  make(name: string, until: Date, insert: (insertLock: InsertLock) => Promise<void>): Promise<void>;
  /** Lends the key of a file to `work`. Throws {@link ErasedError}. */
  use<T>(name: string, work: (key: FileKey) => T | Promise<T>): Promise<T>;
  /** Sets when a key is destroyed; leaves one alone that is final, not there, or of which nobody can read it. */
  setDay(name: string, day: ErasureDay): Promise<void>;
  /** Every erasure key that is there, as this process sees it. */
  kept(): Promise<KeptKeys>;
  /** Removes what was being written beside the keys when a process died before this moment. */
  dropHalfWritten(before: Date): Promise<void>;
  /** Makes the file one that nobody can open, wherever copies of it are. May be repeated. */
  erase(name: string): Promise<void>;
}

export type InsertLock = (session: ClientSession) => Promise<void>;
