import { placeToPay } from "#schemas/pay-path.ts";

interface Known {
  readonly isLoading: boolean;
  readonly isConfirmed: boolean;
  readonly isChecking: boolean;
  readonly isLeaving: boolean;
  readonly user: { readonly isAdmin: boolean } | null;
}

/** Where a signed-in person belongs. */
export function homeOf(user: { readonly isAdmin: boolean }): "/admin-dashboard" | "/dashboard" {
  return user.isAdmin ? "/admin-dashboard" : "/dashboard";
}

/** Where somebody goes on who signs in at an address with this query. */
export function placeFor(user: { readonly isAdmin: boolean }, search: string): string {
  return placeToPay(search) ?? homeOf(user);
}

export type UserGuard = "wait" | "sign-in" | "show";

/** A remembered user may read its device's data before the server has answered. */
export function decideUserGuard({ isLoading, isLeaving, user }: Known): UserGuard {
  if (isLoading || isLeaving) return "wait";
  return user === null ? "sign-in" : "show";
}

export type AdminGuard = "wait" | "authentication-required" | "admin-required" | "offline" | "show";

/** Administration is online only: the server must have confirmed who is asking. */
export function decideAdminGuard({ isLoading, isConfirmed, isChecking, isLeaving, user }: Known): AdminGuard {
  if (isLoading || isLeaving) return "wait";
  if (!isConfirmed && user !== null) return isChecking ? "wait" : "offline";
  if (user === null) return "authentication-required";
  return user.isAdmin ? "show" : "admin-required";
}
