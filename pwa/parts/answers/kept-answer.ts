import * as v from "valibot";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";

export interface KeptAnswer<T> {
  readonly value: T;
  /** When the server gave it, in ms since the epoch. */
  readonly atMs: number;
}

function keyOf(userId: number, path: string): string {
  return `astrolabe.answer.${userId}.${path}`;
}

/** Keeps the last answer of a path for this user; signing out removes it with all else. */
export function keepAnswer(userId: number, path: string, value: unknown, atMs: number): void {
  writeStored(keyOf(userId, path), JSON.stringify({ value, atMs }));
}

/** What was kept, where it still has the shape that is expected today. */
export function readKeptAnswer<T>(
  userId: number,
  path: string,
  schema: v.GenericSchema<unknown, T>,
): KeptAnswer<T> | null {
  const stored = readStored(keyOf(userId, path));
  if (stored === null) return null;
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ value: schema, atMs: v.number() })), stored);
  return kept.success ? kept.output : null;
}
