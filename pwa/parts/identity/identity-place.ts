import { IDENTITY_PATH } from "./identity-paths.ts";

/** The search of {@link IDENTITY_PATH} for whoever was sent there from `from`, a path of this app with its query. */
export function identitySearch(from: string): { readonly from?: string } {
  return ownPath(from) === null ? {} : { from };
}

/** A path within this app, as it stood in an address; null for anything that leads elsewhere, or back to the same screen. */
export function ownPath(text: unknown): string | null {
  if (typeof text !== "string" || !/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(text)) return null;
  try {
    const { origin, pathname, search, hash } = new URL(text, "https://own.invalid");
    const isOwn = origin === "https://own.invalid" && !pathname.startsWith("//");
    return isOwn && pathname !== IDENTITY_PATH && !pathname.startsWith("/api/") ? pathname + search + hash : null;
  } catch {
    return null;
  }
}
