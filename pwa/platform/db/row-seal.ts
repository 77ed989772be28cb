import { fromBinaryText, toBinaryText } from "#pwa/platform/device/bytes.ts";
import { type DeviceKeys, SealBroken } from "#pwa/platform/device/held-keys.ts";
import { randomBytes } from "#pwa/platform/device/random.ts";

/** A document with whatever its storage adds to it. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where rows lie: what is sealed for one place cannot be opened in another. */
export interface SealedPlace {
  readonly database: string;
  readonly collection: string;
  /** The field that is the document's key. */
  readonly primary: string;
  /** Fields that are also kept in the clear, for an index. */
  readonly clear: readonly string[];
}

const NONCE_BYTES = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The rows as they may lie on the disk: a pseudonym for the key, the clear fields, what RxDB writes beside a document, and
 * all of the document in one sealed text. Each row has a call of its own, all at once: so any row can be read alone.
 */
export function sealRows(keys: DeviceKeys, place: SealedPlace, rows: readonly Fields[]): Promise<Fields[]> {
  return Promise.all(
    rows.map(async (row) => {
      const nonce = randomBytes(NONCE_BYTES);
      const outside = outsideOf(place, row, keys.pseudonymOf(String(row[place.primary])));
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv: nonce, additionalData: bindingOf(place, outside) },
        keys.rows,
        encoder.encode(JSON.stringify(insideOf(row))),
      );
      return { ...outside, sealed: toBinaryText(nonce) + toBinaryText(new Uint8Array(sealed)) };
    }),
  );
}

/** The rows that were sealed. Throws {@link SealBroken} where one was changed, or lies where it was not put. */
export function openRows(keys: DeviceKeys, place: SealedPlace, stored: readonly Fields[]): Promise<Fields[]> {
  return Promise.all(stored.map((row) => openRow(keys, place, row)));
}

async function openRow(keys: DeviceKeys, place: SealedPlace, stored: Fields): Promise<Fields> {
  try {
    const bytes = fromBinaryText(String(stored["sealed"]));
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES), additionalData: bindingOf(place, stored) },
      keys.rows,
      bytes.subarray(NONCE_BYTES),
    );
    const inside: Fields = JSON.parse(decoder.decode(opened));
    return { ...inside, ...besideOf(stored) };
  } catch (error) {
    throw new SealBroken(`A row of ${place.collection}`, error);
  }
}

function outsideOf(place: SealedPlace, row: Fields, pseudonym: string): Fields {
  const clear = Object.fromEntries(place.clear.map((field) => [field, row[field]]));
  return { [place.primary]: pseudonym, ...clear, ...besideOf(row) };
}

function insideOf(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !field.startsWith("_")));
}

/** What RxDB keeps beside a document. */
function besideOf(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field.startsWith("_")));
}

/**
 * What stands outside and means something, so that it cannot be exchanged. Dexie's storage keeps booleans as digits; revisions
 * are given by the storage, after the sealing.
 */
function bindingOf(place: SealedPlace, outside: Fields): Uint8Array<ArrayBuffer> {
  const isDeleted = outside["_deleted"] === true || outside["_deleted"] === "1";
  const clear = place.clear.map((field) => outside[field]);
  const parts = [place.database, place.collection, outside[place.primary], isDeleted, clear];
  return encoder.encode(JSON.stringify(parts));
}
