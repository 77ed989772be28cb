import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";

/** The keys of an account, fetched apart: most people never have one. */
export const ApiKeysCard = later(
  async () => (await withSentences("api-keys/api-keys-card", () => import("./api-keys-card.tsx"))).ApiKeysCard,
  () => <Skeleton className="h-36 w-full" />,
);
