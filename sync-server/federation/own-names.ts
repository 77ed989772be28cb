import { nameKey } from "#schemas/values/names.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserByName, type UserDocument } from "#server/users/index.ts";

/** The domain under which our users are found: the one that our stellar.toml is served on. */
export function ownDomain(publicUrl: string): string {
  return new URL(publicUrl).host;
}

/** The username in `name*our.domain`; null for everything else. */
export function ownNameIn(text: string, publicUrl: string): string | null {
  if (!text.includes("*")) return null;
  const suffix = `*${ownDomain(publicUrl)}`;
  const name = text.slice(0, -suffix.length);
  return text.toLowerCase().endsWith(suffix) && name !== "" && !name.includes("*") ? name : null;
}

/** Whose name this is, under our domain; user IDs are none. Throws `recipient-ambiguous` for what could mean two. */
export async function findUserByOwnName(runtime: Runtime, name: string): Promise<UserDocument | null> {
  const user = await findUserByName(runtime, name);
  return user?.usernameKey === nameKey(name) ? user : null;
}
