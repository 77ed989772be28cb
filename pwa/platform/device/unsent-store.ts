import { heldKeys } from "./held-keys.ts";
import { logProblem } from "./log.ts";
import { randomBytes } from "./random.ts";

/**
 * What a person has answered and photographed of an identity check and not sent yet: the one thing of it that this device keeps, in a
 * database apart from all that syncs. It lies under a key that no script can read out, and under the app lock's besides where that is
 * on; it is removed once it is sent, with everything else of the person, and when its time is over.
 */
const NAME = "astrolabe-unsent";
const THINGS = "things";
const KEYS = "keys";
const KEY = "key";
const ALGORITHM = "AES-GCM";
const NONCE_BYTES = 12;

interface Stored {
  readonly sealed: Uint8Array<ArrayBuffer>;
  /** Whether the app lock's key is needed, too. */
  readonly isLocked: boolean;
  /** In ms since the epoch. */
  readonly until: number;
}

/** Keeps `bytes` until then, as its owner's; false where this device has no room, or its storage is closed to us. */
export async function keepUnsent(
  userId: number,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  until: number,
): Promise<boolean> {
  try {
    const database = await open(true);
    try {
      const own = await encrypted(await keyIn(database), nameFor(userId, name), bytes);
      const lock = heldKeys()?.rows ?? null;
      const sealed = lock === null ? own : await encrypted(lock, name, own);
      await put(database, [[name, { sealed, isLocked: lock !== null, until }]]);
      return true;
    } finally {
      database.close();
    }
  } catch (error) {
    logProblem("What is not sent yet could not be kept", error);
    return false;
  }
}

/** Null where there is none, its time is over, it is another person's, or the app is locked. */
export async function readUnsent(userId: number, name: string, nowMs: number): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const database = await open(false);
    if (database === null) return null;
    try {
      const found: unknown = await settled(database.transaction(THINGS).objectStore(THINGS).get(name));
      if (!isStored(found) || found.until <= nowMs) return null;
      const own = await outOfLock(name, found);
      return own === null ? null : await decrypted(await keyIn(database), nameFor(userId, name), own);
    } finally {
      database.close();
    }
  } catch (error) {
    logProblem("What is not sent yet could not be read", error);
    return null;
  }
}

/** Drops one thing; with the last of them go the key and the database. */
export async function dropUnsent(name: string): Promise<void> {
  const database = await open(false);
  if (database === null) return;
  const transaction = database.transaction(THINGS, "readwrite");
  transaction.objectStore(THINGS).delete(name);
  const left = await settled(transaction.objectStore(THINGS).count());
  database.close();
  if (left === 0) await removeUnsent();
}

/** Removes everything, and the key with it. */
export async function removeUnsent(): Promise<void> {
  if (!(await isThere())) return;
  // Emptied first: another tab may hold the database open for a while.
  const database = await open(false);
  if (database !== null) {
    const transaction = database.transaction([THINGS, KEYS], "readwrite");
    transaction.objectStore(THINGS).clear();
    await settled(transaction.objectStore(KEYS).clear());
    database.close();
  }
  await settled(indexedDB.deleteDatabase(NAME));
}

/** Removes what has had its time; with the last of it the rest. Answers with when the next of it will have; null where nothing is left. */
export async function expireUnsent(nowMs: number): Promise<number | null> {
  const all = await everything();
  for (const [name, { until }] of all) if (until <= nowMs) await dropUnsent(name);
  const left = all.map(([, { until }]) => until).filter((until) => until > nowMs);
  return left.length === 0 ? null : Math.min(...left);
}

/** Puts what is kept under the app lock as well, once that is on. Wants its keys. */
export async function lockUnsent(): Promise<void> {
  const lock = heldKeys()?.rows;
  if (lock === undefined) return;
  const locked: [string, Stored][] = [];
  for (const [name, stored] of await everything())
    if (!stored.isLocked)
      locked.push([name, { ...stored, sealed: await encrypted(lock, name, stored.sealed), isLocked: true }]);
  await putAll(locked);
}

/** Takes it out from under the app lock, before that goes. Wants its keys; what they do not open is lost already and removed. */
export async function unlockUnsent(): Promise<void> {
  const open: [string, Stored][] = [];
  for (const [name, stored] of await everything()) {
    if (!stored.isLocked) continue;
    const sealed = await outOfLock(name, stored).catch(() => null);
    if (sealed === null) await dropUnsent(name);
    else open.push([name, { ...stored, sealed, isLocked: false }]);
  }
  await putAll(open);
}

async function outOfLock(name: string, { sealed, isLocked }: Stored): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isLocked) return sealed;
  const lock = heldKeys()?.rows;
  return lock === undefined ? null : decrypted(lock, name, sealed);
}

async function everything(): Promise<readonly (readonly [string, Stored])[]> {
  const database = await open(false);
  if (database === null) return [];
  try {
    const things = database.transaction(THINGS).objectStore(THINGS);
    const [names, values] = await Promise.all([settled(things.getAllKeys()), settled<unknown[]>(things.getAll())]);
    return names.flatMap((name, at) => {
      const value = values[at];
      return isStored(value) ? [[String(name), value] as const] : [];
    });
  } finally {
    database.close();
  }
}

async function putAll(things: readonly (readonly [string, Stored])[]): Promise<void> {
  if (things.length === 0) return;
  const database = await open(true);
  await put(database, things).finally(() => database.close());
}

async function put(database: IDBDatabase, things: readonly (readonly [string, Stored])[]): Promise<void> {
  const transaction = database.transaction(THINGS, "readwrite", { durability: "strict" });
  for (const [name, stored] of things) transaction.objectStore(THINGS).put(stored, name);
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("It was not written.")));
  });
}

/** The database's own key, made with it. Two tabs that make one at once both take the one that is there first. */
async function keyIn(database: IDBDatabase): Promise<CryptoKey> {
  const read = () => settled<unknown>(database.transaction(KEYS).objectStore(KEYS).get(KEY));
  const found = await read();
  if (found instanceof CryptoKey) return found;
  const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ["encrypt", "decrypt"]);
  try {
    await settled(database.transaction(KEYS, "readwrite").objectStore(KEYS).add(made, KEY));
    return made;
  } catch (error) {
    const other = await read();
    if (other instanceof CryptoKey) return other;
    throw error;
  }
}

function nameFor(userId: number, name: string): string {
  return `${userId}/${name}`;
}

async function encrypted(key: CryptoKey, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const iv = randomBytes(NONCE_BYTES);
  const additionalData = new TextEncoder().encode(name);
  const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv, additionalData }, key, bytes);
  const whole = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), NONCE_BYTES);
  return whole;
}

async function decrypted(key: CryptoKey, name: string, whole: Uint8Array<ArrayBuffer>) {
  const iv = whole.subarray(0, NONCE_BYTES);
  const additionalData = new TextEncoder().encode(name);
  const sealed = whole.subarray(NONCE_BYTES);
  return new Uint8Array(await crypto.subtle.decrypt({ name: ALGORITHM, iv, additionalData }, key, sealed));
}

/** With `isMade` it is created where there is none: who sends nothing is given no database for it. */
function open(isMade: true): Promise<IDBDatabase>;
function open(isMade: boolean): Promise<IDBDatabase | null>;
async function open(isMade: boolean): Promise<IDBDatabase | null> {
  if (!isMade && !(await isThere())) return null;
  const opening = indexedDB.open(NAME, 1);
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore(THINGS);
    opening.result.createObjectStore(KEYS);
  });
  const database = await settled(opening);
  // Another tab may remove it.
  database.addEventListener("versionchange", () => database.close());
  return database;
}

async function isThere(): Promise<boolean> {
  return typeof indexedDB !== "undefined" && (await indexedDB.databases()).some(({ name }) => name === NAME);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The device's storage failed.")));
  });
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === "object" &&
    value !== null &&
    "sealed" in value &&
    value.sealed instanceof Uint8Array &&
    "isLocked" in value &&
    typeof value.isLocked === "boolean" &&
    "until" in value &&
    typeof value.until === "number"
  );
}
