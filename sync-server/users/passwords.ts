import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Hashes computed at once: each holds 19 MiB and one thread of Node's pool of four, which files and DNS need too. */
const AT_ONCE = 2;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,172})$/;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

const derive = promisify(argon2);
const CURRENT: Parameters = {
  memory: MEMORY_KIB,
  passes: PASSES,
  parallelism: LANES,
  tagLength: TAG_BYTES,
};

let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password with argon2id into the PHC string format, off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveInTurn(password, salt, CURRENT);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Whether `password` is the one that `stored` was made of. Without a stored hash the same work is done and the answer is no. */
export async function matchesPassword(stored: string | null, password: string): Promise<boolean> {
  const parts = stored === null ? null : PHC.exec(stored);
  if (!parts) {
    await deriveInTurn(password, Buffer.alloc(SALT_BYTES), CURRENT);
    return false;
  }
  const [, memory, passes, parallelism, salt = "", tag = ""] = parts;
  const expected = Buffer.from(tag, "base64");
  const actual = await deriveInTurn(password, Buffer.from(salt, "base64"), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

async function deriveInTurn(password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await derive("argon2id", { ...parameters, nonce, message: password.normalize("NFC") });
  } finally {
    const next = waiting.shift();
    // The place is handed over, not freed: a newcomer cannot slip in before the one that waited.
    if (next) next();
    else running -= 1;
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
