import { useLocation } from "@tanstack/react-router";
import { keyOf } from "#pwa/parts/content/site-store.ts";
import { useContentPage } from "#pwa/parts/content/use-content.ts";
import { NotFound } from "./not-found.tsx";
import { PublicShell } from "./public-shell.tsx";
import { WrittenScreen } from "./routes/public-screens.tsx";

/** Every address that no screen of the app is at. */
export const OTHERS_PATH = "/$";

/** As operators may name a page: of two parts at most. */
const PAGE_KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/;

/** A page that operators wrote at an address that the app knows nothing of, or word that there is nothing. */
export function WrittenPlace() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return PAGE_KEY.test(keyOf(path)) ? <PerhapsWritten key={path} path={path} /> : <NotFound />;
}

function PerhapsWritten({ path }: { readonly path: string }) {
  const { held, isUnreachable } = useContentPage(keyOf(path));
  if (isUnreachable || held?.page === null) return <NotFound />;
  return (
    <PublicShell>
      <WrittenScreen path={path} missing={<NotFound />} />
    </PublicShell>
  );
}
