import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import { formatClock } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { CONTENT_ENDPOINTS } from "#schemas/endpoints/content.ts";
import { ContentArticle } from "./content-article.tsx";

/** A draft as it would be read, for whoever has the link to it. */
export function PreviewScreen({ token }: { readonly token: string }) {
  const language = shownLanguage();
  const { data, isPending, error } = useQuery({
    queryKey: [CONTENT_ENDPOINTS.contentPreview.path, token, language],
    queryFn: ({ signal }) => call(CONTENT_ENDPOINTS.contentPreview, { query: { token, language }, signal }),
    gcTime: 0,
  });
  useEffect(() => {
    const robots = Object.assign(document.createElement("meta"), { name: "robots", content: "noindex, nofollow" });
    document.head.append(robots);
    return () => robots.remove();
  }, []);
  const until = data === undefined ? "" : formatClock(Date.parse(data.until));
  return (
    <>
      <div className="mx-auto w-full max-w-3xl px-4 pt-6 sm:px-6">
        {data === undefined ? (
          <h1 className="mb-4 text-2xl font-semibold">{t`Preview`}</h1>
        ) : (
          <Notice tone="warn">
            <p>{t`This is a draft. Nobody reads it before it is published.`}</p>
            <p>{t`This link shows it until ${until}.`}</p>
          </Notice>
        )}
        {error === null ? null : (
          <Notice tone="error">{sentenceOf(error, t`The draft could not be loaded. Please reload the page.`)}</Notice>
        )}
        {isPending ? <Skeleton className="mt-8 h-64" /> : null}
      </div>
      {data === undefined ? null : <ContentArticle page={data} keptAtMs={null} />}
    </>
  );
}
