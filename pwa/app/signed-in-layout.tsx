import { Outlet } from "@tanstack/react-router";
import { ArrivalNotice } from "#pwa/arrivals/arrival-notice.tsx";
import { UserDatabaseProvider } from "#pwa/platform/db/user-database-provider.tsx";
import type { UserOutput } from "#schemas/users.ts";
import { SignedInShell } from "./signed-in-shell.tsx";
import { SyncMark } from "./sync-mark.tsx";

/** The signed-in side: the person's own database, kept in sync, and the shell around the screen. Loaded apart from the public pages. */
export function SignedInLayout({ user }: { readonly user: UserOutput }) {
  return (
    <UserDatabaseProvider userId={user.id}>
      <ArrivalNotice />
      <SignedInShell user={user} status={<SyncMark />}>
        <Outlet />
      </SignedInShell>
    </UserDatabaseProvider>
  );
}
