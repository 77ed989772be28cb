import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";

const SECRET_BYTES = 32;
const SHORTEST = 16;

/**
 * The secret that the file holds; where there is no file, one is made that its owner alone may read. Throws an error whose
 * message is one sentence on why the file cannot be used.
 */
export function keptSecret(path: string): string {
  const fresh = randomBytes(SECRET_BYTES).toString("hex");
  try {
    writeFileSync(path, fresh, { mode: 0o600, flag: "wx" });
    return fresh;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST"))
      throw new Error(`--control names a file that cannot be made (${String(cause)}).`, { cause });
  }
  if ((statSync(path).mode & 0o077) !== 0)
    throw new Error("--control must name a file that its owner alone may read (chmod 600).");
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < SHORTEST) throw new Error(`--control names a file without a secret of ${SHORTEST} characters.`);
  return secret;
}

/** Whether the header `authorization` carries the secret, in the same time whatever it carries. */
export function carries(authorization: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));
}
