import { useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { buildDirectory, type Contact, type Directory } from "./directory.ts";

/** The names this person gave to addresses, kept up to date. */
export function useDirectory(): {
  readonly directory: Directory;
  readonly contacts: readonly Contact[];
  readonly isLoading: boolean;
} {
  const { user } = useSession();
  const { rows, isLoading } = useRows("contacts");
  const directory = useMemo(() => buildDirectory(rows, user?.walletAddress), [rows, user?.walletAddress]);
  return { directory, contacts: rows, isLoading };
}
