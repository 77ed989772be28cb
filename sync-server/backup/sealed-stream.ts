import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { BackupError } from "./backup-error.ts";

const MAGIC = Buffer.from("astrolabe-backup-1\n");
const KEY_ID_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Of what is sealed at once, before its tag. */
export const CHUNK_BYTES = 64 * 1024;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;
const ALGORITHM = "chacha20-poly1305";
const ALTERED = "The backup was cut short or altered: nothing of it is used.";

/**
 * Seals bytes chunk by chunk, in a memory that does not grow with them: the STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár,
 * "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015), laid out as age lays it out
 * (https://age-encryption.org/v1): ChaCha20-Poly1305 over chunks of 64 KiB, each nonce a counter and a flag that only the last chunk has.
 * The file's own key comes from `key` (32 bytes), the header and a random salt by HKDF-SHA-256, so that no two files share a nonce.
 */
export async function* sealed(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, keyIdOf(key), randomBytes(SALT_BYTES)]);
  const fileKey = fileKeyOf(key, header);
  yield header;
  let waiting: Buffer[] = [];
  let length = 0;
  let count = 0;
  for await (const bytes of source) {
    waiting.push(bytes);
    length += bytes.length;
    // The last chunk is not known as the last before the source has ended: so much is held back.
    if (length <= CHUNK_BYTES) continue;
    let rest = Buffer.concat(waiting);
    for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES), count += 1)
      yield sealChunk(fileKey, nonceOf(count, false), rest.subarray(0, CHUNK_BYTES));
    waiting = [rest];
    length = rest.length;
  }
  yield sealChunk(fileKey, nonceOf(count, true), Buffer.concat(waiting));
}

/**
 * The bytes that were {@link sealed}. Throws BackupError for a file of another kind, another key, or one of which anything is missing,
 * added or changed; nothing that was not authenticated is handed on, and that the last chunk came is known only at the end.
 */
export async function* opened(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let fileKey: Buffer | null = null;
  let count = 0;
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes]);
    if (fileKey === null) {
      if (rest.length < HEADER_BYTES) continue;
      fileKey = readHeader(rest.subarray(0, HEADER_BYTES), key);
      rest = rest.subarray(HEADER_BYTES);
    }
    for (; rest.length > SEALED_BYTES; rest = rest.subarray(SEALED_BYTES), count += 1)
      yield openChunk(fileKey, nonceOf(count, false), rest.subarray(0, SEALED_BYTES));
  }
  if (fileKey === null) throw new BackupError(isBegun(rest) ? ALTERED : "This file is no backup of Astrolabe.");
  yield openChunk(fileKey, nonceOf(count, true), rest);
}

/** What tells one key from another, and nothing of the key. */
function keyIdOf(key: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", "astrolabe backup key id", KEY_ID_BYTES));
}

/** By its header: whoever changes a byte of that has another key, with which nothing opens. */
function fileKeyOf(key: Buffer, header: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, header, "astrolabe backup", KEY_BYTES));
}

function readHeader(header: Buffer, key: Buffer): Buffer {
  if (!isBegun(header)) throw new BackupError("This file is no backup of Astrolabe.");
  const keyId = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES);
  if (!timingSafeEqual(keyId, keyIdOf(key)))
    throw new BackupError("BACKUP_KEY is not the key that this backup was sealed with.");
  return fileKeyOf(key, header);
}

function isBegun(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, MAGIC.length);
  return length > 0 && bytes.subarray(0, length).equals(MAGIC.subarray(0, length));
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(count), NONCE_BYTES - 9);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer {
  if (chunk.length < TAG_BYTES) throw new BackupError(ALTERED);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new BackupError(ALTERED, error);
  }
}
