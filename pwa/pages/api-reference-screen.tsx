import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { SERVICE_ENDPOINTS } from "#schemas/endpoints/service.ts";
import { ApiEntry } from "./api-entry.tsx";
import { ApiOverview } from "./api-overview.tsx";
import { type Group, referenceOf } from "./api-reference.ts";
import { ApiSide } from "./api-side.tsx";

/** The reference of the API and of the socket, from the server's own documents; the address names the entry that is shown. */
export function ApiReferenceScreen() {
  usePageTitle(t`API reference`);
  const shownId = useLocation({ select: ({ hash }) => hash });
  const openApi = useQuery({ queryKey: ["/api/openapi.json"], queryFn: () => call(SERVICE_ENDPOINTS.openapi, {}) });
  const asyncApi = useQuery({ queryKey: ["/api/asyncapi.json"], queryFn: () => call(SERVICE_ENDPOINTS.asyncapi, {}) });
  const groups = useMemo(() => referenceOf(openApi.data, asyncApi.data), [openApi.data, asyncApi.data]);
  const error = openApi.error ?? asyncApi.error;
  const isPending = openApi.isPending || asyncApi.isPending;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 sm:px-6 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-x-10">
      <div className="max-lg:pt-6">
        <ApiSide groups={groups} shownId={shownId} />
      </div>
      <div className="min-w-0 py-6 lg:py-8">
        <h1 className="mb-4 text-3xl font-semibold">
          {shownId === "" ? (
            <Trans>API reference</Trans>
          ) : (
            <Link to="/api" hash="" className="text-base font-medium text-accent underline underline-offset-4">
              <Trans>API reference</Trans>
            </Link>
          )}
        </h1>
        {error === null ? null : (
          <div className="mb-6">
            <Notice tone="error">
              {sentenceOf(error, t`The description could not be loaded. Please reload the page.`)}
            </Notice>
          </div>
        )}
        {isPending && error === null ? <Skeleton className="h-64" /> : <Shown groups={groups} shownId={shownId} />}
      </div>
    </div>
  );
}

function Shown({ groups, shownId }: { readonly groups: readonly Group[]; readonly shownId: string }) {
  const { origin } = location;
  if (shownId === "") return <ApiOverview groups={groups} origin={origin} />;
  const entry = groups.flatMap(({ entries }) => entries).find(({ id }) => id === shownId);
  if (entry !== undefined) return <ApiEntry key={entry.id} entry={entry} origin={origin} />;
  if (groups.length === 0) return null;
  return (
    <Notice tone="warn">
      <Trans>There is no entry of that name. It may have been renamed: search for it.</Trans>
    </Notice>
  );
}
