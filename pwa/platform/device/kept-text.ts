import * as v from "valibot";
import { readStored, removeStored, writeStored } from "./storage.ts";

/** A small text that this device keeps, in its shape. */
export interface KeptText<Value> {
  /** Null where there is none, it is another person's, or it has not the shape that is expected today. */
  readonly read: () => Value | null;
  /** False where this device has no room for it, or its storage is closed to us. */
  readonly keep: (value: Value) => boolean;
  readonly drop: () => void;
}

/**
 * What is kept under `key`. With an `owner`, a user's id, it is kept as theirs, beside the value's own fields, and nobody else
 * is shown it; without, it is the device's, or the key says whose it is.
 */
export function keptText<Value extends object>(
  key: string,
  schema: v.GenericSchema<unknown, Value>,
  owner: number | null,
): KeptText<Value> {
  const read = (): Value | null => {
    const stored = v.safeParse(Text, readStored(key));
    if (!stored.success || (owner !== null && !v.is(ownedBy(owner), stored.output))) return null;
    const value = v.safeParse(schema, stored.output);
    return value.success ? value.output : null;
  };
  const keep = (value: Value): boolean =>
    writeStored(key, JSON.stringify(owner === null ? value : { ...value, userId: owner }));
  return { read, keep, drop: () => removeStored(key) };
}

const Text = v.pipe(v.string(), v.parseJson());

function ownedBy(userId: number) {
  return v.object({ userId: v.literal(userId) });
}
