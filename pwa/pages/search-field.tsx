import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import type { FoundPart } from "#pwa/parts/content/search-index.ts";
import { useContentSearch } from "#pwa/parts/content/use-search.ts";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";

/** Finds an answer on any page, in the language that is shown; without a connection as well, once it was used. */
export function SearchField() {
  const id = useId();
  const [text, setText] = useState("");
  const { find, hasFailed, want } = useContentSearch(false);
  const typed = useDeferredValue(text.trim());
  const found = typed === "" || find === null ? null : find(typed);
  return (
    <search className="mt-6 block print:hidden">
      <label htmlFor={id} className="sr-only">
        <Trans>Search help and documentation</Trans>
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-ink-3"
        />
        <input
          id={id}
          type="search"
          autoComplete="off"
          value={text}
          placeholder={t`Search help and documentation`}
          onFocus={want}
          onChange={(event) => setText(event.target.value)}
          className={`${CONTROL_LOOK} ps-11`}
        />
      </div>
      <p role="status" className={typed === "" ? "sr-only" : "mt-2 text-sm text-ink-3"}>
        {statusOf(typed, found, hasFailed)}
      </p>
      {found === null || found.length === 0 ? null : <FoundParts found={found} />}
    </search>
  );
}

function statusOf(typed: string, found: readonly FoundPart[] | null, hasFailed: boolean): string {
  if (typed === "") return "";
  if (hasFailed) return t`The search needs a connection the first time.`;
  if (found === null) return t`Looking…`;
  if (found.length === 0) return t`Nothing fits “${typed}”. Try other words.`;
  return plural(found.length, { one: "# place found", other: "# places found" });
}

function FoundParts({ found }: { readonly found: readonly FoundPart[] }) {
  return (
    <ul className="mt-2 divide-y divide-line rounded-md border border-line bg-surface">
      {found.map(({ href, title, page, excerpt }) => (
        <li key={href} className="relative px-4 py-3 hover:bg-surface-2">
          <ContentLink
            href={href}
            className="font-medium break-words text-accent underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {title}
          </ContentLink>
          {page === title ? null : <p className="text-xs text-ink-3">{page}</p>}
          <p className="mt-0.5 text-sm break-words text-ink-2">{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}
