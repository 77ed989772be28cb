import { AppError } from "#schemas/errors.ts";
import { nameKey } from "#schemas/values/names.ts";

/** Whose password it is to be: what guessers would try first. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
  readonly uniqueUserId?: string | undefined;
}

/** A year, an exclamation mark: what people put behind a word to satisfy somebody, and guessers with them. */
const TAIL = /^[^\p{L}]{0,4}$/u;
const TAIL_LENGTH = 4;
const SERVICE = "astrolabe";

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a password that is guessed early: one of the 50,000 that leaked most often, or a name of its owner, also with a
 * few digits or signs behind it. Throws `password-common`, `password-like-name`.
 */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  const typed = nameKey(password).trim();
  const words = wordsOf(typed);
  const { username, email, uniqueUserId } = owner;
  const names = [username, email, email.split("@")[0], uniqueUserId].map((name) => nameKey(name ?? ""));
  if (words.some((word) => names.includes(word))) throw new AppError("password-like-name");
  const isOneLetter = new Set(typed).size <= 1;
  common ??= readCommon();
  const known = await common;
  if (isOneLetter || words.some((word) => word === SERVICE || known.has(word))) throw new AppError("password-common");
}

/** The password, and what remains of it without each tail that it could have. */
function wordsOf(typed: string): string[] {
  const cuts = Array.from({ length: TAIL_LENGTH + 1 }, (_, length) => typed.length - length);
  return cuts.filter((at) => at > 0 && TAIL.test(typed.slice(at))).map((at) => typed.slice(0, at));
}

/** Read when the first password is chosen, and kept: it is half a megabyte of text that most processes need once. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
