import { Outlet } from "@tanstack/react-router";
import { useSession } from "#pwa/parts/session/session.tsx";
import { later } from "#pwa/ui/later.tsx";
import { AdminGuarded, UserGuarded } from "./guards.tsx";
import { LoadingPage } from "./loading-page.tsx";
import { loadSignedInLayout } from "./load-layout.ts";
import { PublicShell } from "./public-shell.tsx";

const SignedInLayout = later(
  async () => (await loadSignedInLayout()).SignedInLayout,
  () => <LoadingPage />,
);

export function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}

export function UserLayout() {
  return (
    <UserGuarded>
      <InShell />
    </UserGuarded>
  );
}

export function AdminLayout() {
  return (
    <AdminGuarded>
      <InShell />
    </AdminGuarded>
  );
}

/** Public to guests, inside the shell for people who are signed in. */
export function OpenLayout() {
  const { user } = useSession();
  return user === null ? <PublicLayout /> : <InShell />;
}

function InShell() {
  const { user } = useSession();
  return user === null ? <LoadingPage /> : <SignedInLayout user={user} />;
}
