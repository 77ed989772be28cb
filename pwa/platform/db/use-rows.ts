import { useAtomValue } from "jotai";
import { startTransition, useEffect, useState } from "react";
import type { SyncCollection } from "#schemas/protocol.ts";
import { isUntoldAtom } from "#pwa/platform/sync/sync-status.ts";
import { nextTask } from "#pwa/platform/device/next-task.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { countRows, readRow, readRows } from "./rows.ts";
import type { RowQuery } from "./row-query.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { useUserDatabase } from "./user-database-context.ts";
import { watchCollection } from "./watch-rows.ts";

/** Always the same: what is made of the rows would be made anew by every render, and what follows from it without end. */
const NO_ROWS: readonly never[] = [];

/**
 * The rows of a collection that match `query`, kept up to date. Give a `limit` (and a `sort` by an indexed field) where
 * there may be thousands: then a change costs one short reading. While a changed query is read, the former rows stay.
 */
export function useRows<C extends SyncCollection>(
  collection: C,
  query: RowQuery<C> = {},
): { readonly rows: readonly LocalRow<C>[]; readonly isLoading: boolean } {
  const { value, isLoading } = useLive(collection, JSON.stringify(query), readByQuery<C>, isEmpty);
  return { rows: value ?? NO_ROWS, isLoading };
}

/** One row by its uid, kept up to date; null when there is none. */
export function useRow<C extends SyncCollection>(
  collection: C,
  uid: string,
): { readonly row: LocalRow<C> | null; readonly isLoading: boolean } {
  const { value, isLoading } = useLive(collection, uid, readRow<C>, isNone);
  return { row: value, isLoading };
}

/** How many rows match, kept up to date. */
export function useRowCount<C extends SyncCollection>(
  collection: C,
  where: NonNullable<RowQuery<C>["where"]> = {},
): { readonly count: number; readonly isLoading: boolean } {
  const { value, isLoading } = useLive(collection, JSON.stringify(where), countByQuery<C>, isZero);
  return { count: value ?? 0, isLoading };
}

type Read<C extends SyncCollection, T> = (database: UserDatabase, collection: C, key: string) => Promise<T>;

const isEmpty = (rows: readonly unknown[] | null) => rows === null || rows.length === 0;
const isNone = (row: unknown) => row === null;
const isZero = (count: number | null) => count === null || count === 0;

/**
 * `key` says all of what is read, so that a query made anew by every render is not a new one. Nothing found is still being loaded while
 * this device was never told all there is.
 */
function useLive<C extends SyncCollection, T>(
  collection: C,
  key: string,
  read: Read<C, T>,
  isNothing: (value: T | null) => boolean,
): { readonly value: T | null; readonly isLoading: boolean } {
  const database = useUserDatabase();
  const isUntold = useAtomValue(isUntoldAtom);
  const [value, setValue] = useState<T | null>(null);
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    if (!database) return undefined;
    let isCurrent = true;
    const stop = watchCollection(
      database,
      collection,
      async () => {
        // A screen asks for many: each in a task of its own.
        await nextTask();
        if (!isCurrent) return;
        const found = await read(database, collection, key);
        if (!isCurrent) return;
        // What arrives by itself gives way to what a person does.
        startTransition(() => {
          setValue(() => found);
          setLoading(false);
        });
      },
      () => database.reportStorageFailure(false),
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, [database, collection, key, read]);
  return { value, isLoading: isLoading || (isUntold && isNothing(value)) };
}

function readByQuery<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  key: string,
): Promise<LocalRow<C>[]> {
  const query: RowQuery<C> = JSON.parse(key);
  return readRows(database, collection, query);
}

function countByQuery<C extends SyncCollection>(database: UserDatabase, collection: C, key: string): Promise<number> {
  const where: NonNullable<RowQuery<C>["where"]> = JSON.parse(key);
  return countRows(database, collection, where);
}
