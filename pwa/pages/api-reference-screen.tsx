import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { SERVICE_ENDPOINTS } from "#schemas/endpoints/service.ts";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { operationsOf } from "./api-operations.ts";
import { WithKey } from "./with-key.tsx";

/** The reference of the REST API, from the server's own OpenAPI document. */
export function ApiReferenceScreen() {
  usePageTitle(t`API reference`);
  const document = useQuery({ queryKey: ["/api/openapi.json"], queryFn: () => call(SERVICE_ENDPOINTS.openapi, {}) });
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16">
      <h1 className="text-3xl font-semibold">
        <Trans>API reference</Trans>
      </h1>
      <p className="mt-4 text-lg text-ink-2">
        <Trans>
          Every call this server answers, from its own description at{" "}
          <a href="/api/openapi.json" dir="ltr" className="text-accent underline underline-offset-4">
            /api/openapi.json
          </a>{" "}
          (OpenAPI 3.1).
        </Trans>
      </p>
      <WithKey origin={location.origin} />
      {document.isError ? (
        <div className="mt-8">
          <Notice tone="error">
            {sentenceOf(document.error, t`The description could not be loaded. Please reload the page.`)}
          </Notice>
        </div>
      ) : null}
      {document.isPending ? <Skeleton className="mt-8 h-64" /> : null}
      {/* Paths, commands and the server's own English, whatever the page is in. */}
      <ul dir="ltr" lang="en" className="mt-8 space-y-4">
        {operationsOf(document.data).map((operation) => (
          <li key={`${operation.method} ${operation.path}`} className="rounded-md border border-line bg-surface p-4">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={operation.method === "GET" ? "neutral" : "accent"}>{operation.method}</Badge>
              <code className="font-mono text-sm break-all">{operation.path}</code>
              {operation.scopes.map((scope) => (
                <Badge key={scope} tone="up">
                  {scope}
                </Badge>
              ))}
            </div>
            <p className="mt-2 text-sm text-ink-2">{operation.summary}</p>
            <pre className="mt-3 rounded-sm bg-ground p-3 font-mono text-xs break-all whitespace-pre-wrap text-ink-2">
              {operation.curl(location.origin)}
            </pre>
          </li>
        ))}
      </ul>
    </article>
  );
}
