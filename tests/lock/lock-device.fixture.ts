import { i18n } from "@lingui/core";
import { Dexie } from "dexie";
import { readLock } from "#pwa/lock/lock-record.ts";
import { settleLock, turnOff, turnOn } from "#pwa/lock/turn-lock.ts";
import { unlock } from "#pwa/lock/unlock.ts";
import { addContact } from "#pwa/platform/db/edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { isLockSet, readStored, writeStored } from "#pwa/platform/device/storage.ts";

i18n.activate("en");

const USER = 7;
const REMOVED_MS = 10_000;
const DRAFT_KEY = "astrolabe.send-draft";
/** Opened by no PIN: the tests hand over the secret itself. */
const METHOD = { kind: "pin", salt: "", iterations: 1, isNumeric: false, wrapped: "" } as const;
const secretOf = () => Uint8Array.from({ length: 32 }, (_, at) => at);

/** Storage as it stops to work at the n-th thing that is done to it: nothing the page does from then on has any effect. */
const death = { at: Number.POSITIVE_INFINITY, done: 0 };

function step(): void {
  death.done += 1;
  if (death.done > death.at) throw new DOMException("The device is dead.", "InvalidStateError");
}

function mortal(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== "function") throw new Error(`there is no ${name}`);
    Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]): unknown {
      step();
      return Reflect.apply(original, this, given);
    });
  }
}
mortal(IDBFactory.prototype, ["open", "deleteDatabase"]);
mortal(IDBObjectStore.prototype, ["put", "add", "delete", "clear"]);
mortal(Storage.prototype, ["setItem", "removeItem"]);

export interface Found {
  readonly isLocked: boolean;
  readonly contacts: readonly string[];
  readonly draft: string | null;
  /** Whether the draft lies in plain in the small storage. */
  readonly isDraftPlain: boolean;
  readonly plain: number;
  readonly sealed: number;
}

/** How many databases there are of each kind, once those that count no more are gone or should be. */
async function settledCopies(isLocked: boolean): Promise<{ plain: number; sealed: number }> {
  const deadline = performance.now() + REMOVED_MS;
  for (;;) {
    const names = (await indexedDB.databases()).map(({ name = "" }) => name).filter((name) => name.includes("-user-"));
    const sealed = names.filter((name) => name.includes("-sealed-")).length;
    const plain = names.length - sealed;
    if ((isLocked ? plain : sealed) === 0 || performance.now() > deadline) return { plain, sealed };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const device = {
  /** As a device that the app was never opened on; wants a page that was just loaded. */
  async empty(): Promise<void> {
    localStorage.clear();
    const names = (await indexedDB.databases()).map(({ name = "" }) => name);
    await Promise.all(names.map((name) => Dexie.delete(name)));
  },
  /** What a person has here: a contact that was not sent yet, and a draft. */
  async fill(isLocked: boolean): Promise<void> {
    const database = await openUserDatabase(USER, { kept: ["contacts"] });
    const form = { name: "Ana", stellarAddress: "ana*example.org", uniqueUserId: "", memo: "" };
    await addContact(database, "c1", form, 1);
    await database.close();
    writeStored(DRAFT_KEY, "to Ana");
    if (isLocked) await turnOn(METHOD, secretOf(), "5");
  },
  /** Turns the lock on or off and dies after so many steps; answers how many it took. */
  async turn(isOn: boolean, steps: number): Promise<number> {
    death.done = 0;
    death.at = steps;
    await (isOn ? turnOn(METHOD, secretOf(), "5") : turnOff()).catch(() => undefined);
    return death.done;
  },
  small: (): Record<string, string> => ({ ...localStorage }),
  /** The device died before the latest of its small storage was on the disk. */
  loseSmall(former: Readonly<Record<string, string>>): void {
    localStorage.clear();
    for (const [key, text] of Object.entries(former)) localStorage.setItem(key, text);
  },
  /** Opens the app as a person does, with their PIN where it asks for one. */
  async open(): Promise<Found> {
    if (isLockSet()) await settleLock();
    if (isLockSet()) await unlock(secretOf());
    const database = await openUserDatabase(USER, { kept: ["contacts"] });
    const contacts = (await readRows(database, "contacts")).map(({ name }) => name);
    await database.close();
    const { plain, sealed } = await settledCopies(isLockSet());
    return {
      isLocked: readLock() !== null,
      contacts,
      draft: readStored(DRAFT_KEY),
      isDraftPlain: localStorage.getItem(DRAFT_KEY) === "to Ana",
      plain,
      sealed,
    };
  },
};

export type LockDevice = typeof device;
Object.assign(globalThis, { device });
