import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";

export interface KeptAnswer<T> {
  readonly value: T;
  /** When the server gave it, in ms since the epoch. */
  readonly atMs: number;
}

function textOf<T>(userId: number, path: string, schema: v.GenericSchema<unknown, T>) {
  return keptText(`astrolabe.answer.${userId}.${path}`, v.object({ value: schema, atMs: v.number() }), null);
}

/** Keeps the last answer of a path for this user; signing out removes it with all else. */
export function keepAnswer(userId: number, path: string, value: unknown, atMs: number): void {
  textOf(userId, path, v.unknown()).keep({ value, atMs });
}

/** What was kept, where it still has the shape that is expected today. */
export function readKeptAnswer<T>(
  userId: number,
  path: string,
  schema: v.GenericSchema<unknown, T>,
): KeptAnswer<T> | null {
  return textOf(userId, path, schema).read();
}
