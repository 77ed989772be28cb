import type { UserDocument } from "#server/users/index.ts";

/** The ending of addresses that stand where a person gave none, or closed the account. */
const NOWHERE = ".invalid";

/** Where the user reads mail; null where there is no such place. */
export function mailAddressOf({ email }: Pick<UserDocument, "email">): string | null {
  return email.endsWith(NOWHERE) ? null : email;
}
