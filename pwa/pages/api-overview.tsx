import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Group } from "./api-reference.ts";
import { audienceName } from "./api-words.ts";
import { WithKey } from "./with-key.tsx";

interface ApiOverviewProps {
  readonly groups: readonly Group[];
  readonly origin: string;
}

/** Where a reader begins: what there is, and how a program calls. */
export function ApiOverview({ groups, origin }: ApiOverviewProps) {
  return (
    <>
      <p className="max-w-3xl text-lg text-ink-2">
        <Trans>
          Every call this server answers and every message of its socket, from its own descriptions:{" "}
          <DocumentLink path="/api/openapi.json" /> (OpenAPI 3.1), <DocumentLink path="/api/asyncapi.json" /> (AsyncAPI
          3.0).
        </Trans>
      </p>
      {(["people", "operators", "socket"] as const).map((audience) => (
        <section key={audience} aria-labelledby={`api-${audience}`} className="mt-8">
          <h2 id={`api-${audience}`} className="text-xl font-semibold">
            {audienceName(audience)}
          </h2>
          <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {groups
              .filter((group) => group.audience === audience)
              .map((group) => (
                <li key={group.name}>
                  <GroupCard group={group} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <div className="max-w-3xl">
        <WithKey origin={origin} />
      </div>
    </>
  );
}

function GroupCard({ group: { name, about, entries } }: { readonly group: Group }) {
  return (
    <Link
      to="/api"
      hash={entries[0]?.id ?? ""}
      dir="ltr"
      lang="en"
      className="block h-full rounded-md border border-line bg-surface p-4 hover:border-line-strong"
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-ink-3">{entries.length}</span>
      </span>
      <span className="mt-1 block text-sm text-ink-2">{about}</span>
    </Link>
  );
}

function DocumentLink({ path }: { readonly path: string }) {
  return (
    <a href={path} dir="ltr" className="text-accent underline underline-offset-4">
      {path}
    </a>
  );
}
