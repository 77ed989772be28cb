import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type Asker, createFairQueue } from "./fair-queue.ts";

export type { Asker } from "./fair-queue.ts";

/** What a hash costs whoever computes it; argon2id takes one lane. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's parameters for argon2id. */
const COST: PasswordCost = { memoryKib: 19_456, passes: 2 };
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Hashes computed at once: each holds 19 MiB and one thread of Node's pool of four, which files and DNS need too. */
export const AT_ONCE = 2;
/** What waits takes some seconds at most, which is less than people and browsers wait for. */
const MOST_WAITING = 200;
const MOST_OF_LANE = 100;
const PER_SECOND = 20;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,172})$/;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

const derive = promisify(argon2);
let current = COST;

/** Has hashes cost something else from now on. For tests alone, of which thousands make an account first. */
export function setPasswordCost(cost: PasswordCost): void {
  current = cost;
}

/** Whose password is hashed next, in this process. */
export const passwordTurns = createFairQueue({
  atOnce: AT_ONCE,
  mostWaiting: MOST_WAITING,
  mostOfLane: MOST_OF_LANE,
  perSecond: PER_SECOND,
});

/** Hashes a password with argon2id into the PHC string format, off the event loop. Throws `busy`. */
export async function hashPassword(asker: Asker, password: string): Promise<string> {
  const { memoryKib, passes } = current;
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveInTurn(asker, password, salt, parametersOf({ memoryKib, passes }));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Whether `password` is the one that `stored` was made of. Without a stored hash the same work is done and the answer is no.
 * Throws `busy`.
 */
export async function matchesPassword(asker: Asker, stored: string | null, password: string): Promise<boolean> {
  const parts = stored === null ? null : PHC.exec(stored);
  if (!parts) {
    await deriveInTurn(asker, password, Buffer.alloc(SALT_BYTES), parametersOf(current));
    return false;
  }
  const [, memory, passes, parallelism, salt = "", tag = ""] = parts;
  const expected = Buffer.from(tag, "base64");
  const actual = await deriveInTurn(asker, password, Buffer.from(salt, "base64"), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

function deriveInTurn(asker: Asker, password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  const message = password.normalize("NFC");
  return passwordTurns.run(asker, () => derive("argon2id", { ...parameters, nonce, message }));
}

function parametersOf({ memoryKib: memory, passes }: PasswordCost): Parameters {
  return { memory, passes, parallelism: LANES, tagLength: TAG_BYTES };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
