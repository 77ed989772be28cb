import type { ClientSession } from "mongodb";

/** Keeps small secrets that are not keys of accounts, such as the seed of a second factor: in the vault, under a name. */
export interface SecretStore {
  /** Keeps `plain` under the name, in place of what was there. */
  put(session: ClientSession, name: string, plain: Buffer): Promise<void>;
  /** Lets `work` see the secret, which is wiped afterwards; null where there is none of that name. */
  use<T>(name: string, work: (plain: Buffer) => T | Promise<T>): Promise<T | null>;
  drop(session: ClientSession, name: string): Promise<void>;
}
