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
  /** Sets when a key is destroyed; leaves one alone that is final, or not there. */
  setDay(name: string, day: ErasureDay): Promise<void>;
  /** Every erasure key that is there, by the name of its file. */
  days(): Promise<readonly (ErasureDay & { readonly name: string })[]>;
  /** Makes the file one that nobody can open, wherever copies of it are. May be repeated. */
  erase(name: string): Promise<void>;
}

export type InsertLock = (session: ClientSession) => Promise<void>;
