/**
 * Which copy of the data on this device counts once the app lock was turned on or off, and how it unlocks. It lies beside the
 * data, on the disk before anything else goes: what a page keeps in its small storage may reach the disk seconds later, and
 * not at all where the device dies meanwhile. Absent where there never was a lock. Also read by the service worker.
 */
export interface LockMark {
  readonly counts: "sealed" | "plain";
  /** The app lock as the small storage keeps it. */
  readonly lock: string;
}

const NAME = "astrolabe-lock";
const STORE = "mark";
const KEY = "counts";

/** Null where there is none. Rejects where the browser cannot say. */
export async function readMark(): Promise<LockMark | null> {
  const database = await openMarks(false);
  if (database === null) return null;
  try {
    const found: unknown = await settled(database.transaction(STORE).objectStore(STORE).get(KEY));
    return isMark(found) ? found : null;
  } finally {
    database.close();
  }
}

/** Resolves once it is on the disk. */
export async function writeMark(mark: LockMark): Promise<void> {
  const database = await openMarks(true);
  try {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    transaction.objectStore(STORE).put(mark, KEY);
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("The mark was not written.")));
    });
  } finally {
    database.close();
  }
}

export async function removeMark(): Promise<void> {
  if (typeof indexedDB !== "undefined") await settled(indexedDB.deleteDatabase(NAME));
}

/** With `isMade` it is created where there is none: nobody who has no lock is given a database for it. */
function openMarks(isMade: true): Promise<IDBDatabase>;
function openMarks(isMade: boolean): Promise<IDBDatabase | null>;
async function openMarks(isMade: boolean): Promise<IDBDatabase | null> {
  if (!isMade && !(await isThere())) return null;
  const opening = indexedDB.open(NAME, 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
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

function isMark(value: unknown): value is LockMark {
  if (typeof value !== "object" || value === null || !("counts" in value) || !("lock" in value)) return false;
  return (value.counts === "sealed" || value.counts === "plain") && typeof value.lock === "string";
}
