import { nameKey } from "#schemas/values/names.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { believed, closedKey, userCollection, type UserDocument } from "./store.ts";

/** Whose account a typed name means. */
export interface SignInAccount {
  /** Null where it is nobody's. */
  readonly user: UserDocument | null;
  /** What attempts are counted by: the account, however its name was written; the name where there is none. */
  readonly key: string;
}

/**
 * Finds the account that a person means by what they type to sign in: its name, the name it had before it was closed, or
 * its e-mail address. What was written into it past the server opens nothing. Looks up the same for any of them and for
 * none, so that the time it takes tells nothing.
 */
export async function resolveSignIn(runtime: Runtime, typed: string): Promise<SignInAccount> {
  const users = userCollection(runtime);
  const name = nameKey(typed.trim());
  const [byName, closed, byEmail] = await Promise.all([
    users.findOne({ usernameKey: name }),
    users.findOne({ usernameKey: closedKey(name) }),
    // No name has an @, so what is typed is never both.
    users.findOne({ email: name }),
  ]);
  const user = await believed(runtime, byName ?? byEmail ?? closed);
  return { user, key: user ? `user ${user.id}` : `nobody ${name}` };
}
