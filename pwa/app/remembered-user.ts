import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { UserOutput } from "#schemas/users.ts";

export const REMEMBERED_USER_KEY = "astrolabe.user";

/** The last user that the server confirmed on this device, so that the app opens offline. No secret is kept. */
export function rememberedUser(): UserOutput | null {
  const stored = readStored(REMEMBERED_USER_KEY);
  if (stored === null) return null;
  const user = v.safeParse(v.pipe(v.string(), v.parseJson(), UserOutput), stored);
  return user.success ? user.output : null;
}

export function rememberUser(user: UserOutput): void {
  writeStored(REMEMBERED_USER_KEY, JSON.stringify(user));
}

export function forgetUser(): void {
  removeStored(REMEMBERED_USER_KEY);
}
