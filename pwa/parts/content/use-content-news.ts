import { useEffect } from "react";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { CONTENT_REVISION_KEY } from "#schemas/content/revision.ts";

/** Shows what is published as soon as the server tells of it, by the row that replication brings every device that is signed in. */
export function useContentNews(): void {
  const language = useLanguage();
  const revision = Number(useRow("ui_config", CONTENT_REVISION_KEY).row?.configValue ?? 0);
  useEffect(() => {
    if (!(revision > 0)) return undefined;
    const stop = new AbortController();
    const learn = async () => {
      const { catchUpTo, logUnlessAway } = await import("./follow-content.ts");
      await catchUpTo(revision, language, stop.signal).catch((error: unknown) => logUnlessAway("site", error));
    };
    // Where its script cannot be fetched, what is shown stays.
    learn().catch(() => undefined);
    return () => stop.abort();
  }, [revision, language]);
}
