import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { memo, type MouseEvent, useDeferredValue, useId, useMemo, useState } from "react";
import type { FoundPart } from "#pwa/parts/content/search-index.ts";
import { useContentSearch } from "#pwa/parts/content/use-search.ts";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { placeIn } from "#pwa/platform/language/read-language.ts";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";

/** Finds an answer on any page, in the language that is shown; without a connection as well, once it was used. */
export function SearchField() {
  const id = useId();
  const [text, setText] = useState("");
  const { find, hasFailed, want } = useContentSearch(false);
  const typed = useDeferredValue(text.trim());
  // Typing on draws nothing of this anew until it is looked once more.
  const found = useMemo(() => (typed === "" || find === null ? null : find(typed)), [find, typed]);
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

/** Plain links: the router's own cost a slow phone more than the search. */
const FoundParts = memo(({ found }: { readonly found: readonly FoundPart[] }) => {
  const router = useRouter();
  const language = useLanguage();
  const follow = (event: MouseEvent, to: string, hash: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to, hash });
  };
  return (
    <ul className="mt-2 divide-y divide-line rounded-md border border-line bg-surface">
      {found.map(({ href, title, page, excerpt }) => {
        const [path = "", hash = ""] = href.split("#", 2);
        return (
          <li key={href} className="relative px-4 py-3 hover:bg-surface-2">
            <a
              href={`${placeIn({ language, path })}${hash === "" ? "" : `#${hash}`}`}
              onClick={(event) => follow(event, path, hash)}
              className="font-medium break-words text-accent underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {title}
            </a>
            {page === title ? null : <p className="text-xs text-ink-3">{page}</p>}
            <p className="mt-0.5 text-sm break-words text-ink-2">{excerpt}</p>
          </li>
        );
      })}
    </ul>
  );
});
