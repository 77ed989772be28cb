import { Dexie } from "dexie";

/** Name of the database of a user; RxDB's Dexie storage puts its own prefix before it and one database per table behind it. */
export function userDatabaseName(userId: number): string {
  return `astrolabe-user-${userId}`;
}

/** Name of the same database where its rows are sealed. */
export function sealedName(name: string): string {
  return `${name}-sealed`;
}

/** One of the databases of the browser in which a user's data lies: one for each collection and each bookkeeping. */
export interface StoredTable {
  readonly stored: string;
  readonly userId: number;
  readonly isSealed: boolean;
  readonly version: string;
  readonly collection: string;
}

const STORED = /^rxdb-dexie-astrolabe-user-(\d+)(-sealed)?--(\d+)--(.+)$/;

/** All databases on this device that hold anything of any user. */
export async function storedTables(): Promise<StoredTable[]> {
  const names = await Dexie.getDatabaseNames();
  return names.flatMap((stored) => {
    const [, userId, sealed, version = "", collection = ""] = STORED.exec(stored) ?? [];
    if (userId === undefined) return [];
    return [{ stored, userId: Number(userId), isSealed: sealed !== undefined, version, collection }];
  });
}

/** The name under which the browser keeps it. */
export function storedName({ userId, isSealed, version, collection }: Omit<StoredTable, "stored">): string {
  const name = userDatabaseName(userId);
  return `rxdb-dexie-${isSealed ? sealedName(name) : name}--${version}--${collection}`;
}
