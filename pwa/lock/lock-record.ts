import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { LOCK_KEY, readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { tellLockChanged } from "./lock-changes.ts";

/** One way to unlock: each wraps the same secret of this device. */
const Method = v.variant("kind", [
  v.object({
    kind: v.literal("pin"),
    salt: v.string(),
    iterations: v.number(),
    /** Whether it is all digits, so that phones show those alone. */
    isNumeric: v.boolean(),
    wrapped: v.string(),
  }),
  v.object({ kind: v.literal("passkey"), credentialId: v.string(), salt: v.string(), wrapped: v.string() }),
]);
export type Method = v.InferOutput<typeof Method>;
export type PinMethod = Extract<Method, { kind: "pin" }>;
export type PasskeyMethod = Extract<Method, { kind: "passkey" }>;

/** After how many minutes without a touch the app locks, or as soon as it is out of sight. */
export const IDLE_CHOICES = ["hidden", "1", "5", "15", "60"] as const;
export type Idle = (typeof IDLE_CHOICES)[number];

const LockRecord = v.object({
  version: v.literal(1),
  /**
   * `sealing` and `unsealing` while data is copied; which copy counts stands in the device's mark (platform/device/lock-mark.ts). `unsealed` where
   * all but the small texts is in plain again: they wait for the keys.
   */
  state: v.picklist(["sealing", "on", "unsealing", "unsealed"]),
  methods: v.array(Method),
  idle: v.picklist(IDLE_CHOICES),
  /** Wrong PINs in a row. */
  failures: v.number(),
  /** When the next PIN may be tried, in ms since the epoch. */
  notBeforeMs: v.number(),
});
/** The app lock as this device keeps it. Nothing in it opens anything without a PIN or a passkey. */
export type LockRecord = v.InferOutput<typeof LockRecord>;

/** In place of one that cannot be read: nothing opens what it locked. */
const UNREADABLE: LockRecord = {
  version: 1,
  state: "on",
  methods: [],
  idle: "5",
  failures: 0,
  notBeforeMs: 0,
};

/** Null where this device has no app lock. */
export function readLock(): LockRecord | null {
  return parseLock(readStored(LOCK_KEY));
}

export function parseLock(stored: string | null): LockRecord | null {
  if (stored === null) return null;
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), LockRecord), stored);
  return record.success ? record.output : UNREADABLE;
}

export function textOf(record: LockRecord): string {
  return JSON.stringify(record);
}

/** False where this device has no room for it. */
export function writeLock(record: LockRecord): boolean {
  const isWritten = writeStored(LOCK_KEY, textOf(record));
  tellLockChanged();
  return isWritten;
}

export function removeLock(): void {
  removeStored(LOCK_KEY);
  tellLockChanged();
}

/** The record as text, for those who compare. */
export function storedLock(): string | null {
  return readStored(LOCK_KEY);
}

export function methodOf<Kind extends Method["kind"]>(
  record: LockRecord,
  kind: Kind,
): Extract<Method, { kind: Kind }> | null {
  const isKind = (method: Method): method is Extract<Method, { kind: Kind }> => method.kind === kind;
  return record.methods.find(isKind) ?? null;
}

/** The methods with this one in place of the former of its kind. */
export function withMethod(methods: readonly Method[], method: Method): Method[] {
  return [...methods.filter(({ kind }) => kind !== method.kind), method];
}

/** The methods without the one of this kind. Throws where no other would be left to unlock with. */
export function withoutMethod(methods: readonly Method[], kind: Method["kind"]): Method[] {
  const left = methods.filter((method) => method.kind !== kind);
  if (left.length === 0)
    throw new Error(t`This is the only way to unlock. Add another one first, or turn the lock off.`);
  return left;
}
