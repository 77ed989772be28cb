import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { Input } from "#pwa/ui/field.tsx";
import { type Entry, type Group, searchWords, wordsOf } from "./api-reference.ts";
import { audienceName, entryMark } from "./api-words.ts";

interface ApiSideProps {
  readonly groups: readonly Group[];
  /** What the address names: an entry, or nothing. */
  readonly shownId: string;
}

/** All there is, by groups and found as it is typed: a list beside the page at a desk, above it on a phone, where it opens. */
export function ApiSide({ groups, shownId }: ApiSideProps) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const words = searchWords(useDeferredValue(typed));
  const searched = useMemo(
    () => groups.map((group) => ({ group, texts: group.entries.map((entry) => wordsOf(group, entry)) })),
    [groups],
  );
  const found = searched.flatMap(({ group, texts }) => {
    const entries = group.entries.filter((_, at) => words.every((word) => texts[at]?.includes(word)));
    return entries.length === 0 ? [] : [{ ...group, entries }];
  });
  const isSearching = words.length > 0;
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const leave = () => {
    setOpen(false);
    setTyped("");
  };
  return (
    <div className="lg:sticky lg:top-16 lg:flex lg:max-h-[calc(100dvh-4rem)] lg:flex-col lg:self-start lg:py-8 low:static">
      <Input
        type="search"
        aria-label={t`Search the reference`}
        placeholder={t`Search the reference`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className={classNames("mt-2 text-xs text-ink-3", !isSearching && "sr-only")}>
        {isSearching ? <Plural value={count} one="# result" other="# results" /> : null}
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="api-list"
        onClick={() => setOpen(!isOpen)}
        className={classNames(
          "mt-2 flex min-h-11 w-full items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm font-medium lg:hidden",
          isSearching && "hidden",
        )}
      >
        <span aria-hidden="true">{isOpen ? "−" : "+"}</span>
        <Trans>All groups</Trans>
      </button>
      <nav
        id="api-list"
        aria-label={t`Reference`}
        className={classNames(
          "mt-2 lg:block lg:min-h-0 lg:overflow-y-auto lg:overscroll-contain",
          isOpen || isSearching ? "block" : "hidden",
        )}
      >
        <SideGroups groups={found} shownId={shownId} isSearching={isSearching} onLeave={leave} />
      </nav>
    </div>
  );
}

interface SideGroupsProps extends ApiSideProps {
  readonly isSearching: boolean;
  readonly onLeave: () => void;
}

function SideGroups({ groups, shownId, isSearching, onLeave }: SideGroupsProps) {
  return (["people", "operators", "socket"] as const).map((audience) => {
    const own = groups.filter((group) => group.audience === audience);
    if (own.length === 0) return null;
    return (
      <section key={audience} className="mb-4">
        <h2 className="px-2 py-1 text-xs font-semibold text-ink-3">{audienceName(audience)}</h2>
        {own.map((group) => (
          <SideGroup
            // What a search opens is closed again behind it.
            key={`${group.name} ${isSearching ? "found" : "whole"}`}
            group={group}
            shownId={shownId}
            isOpen={isSearching || group.entries.some(({ id }) => id === shownId)}
            onLeave={onLeave}
          />
        ))}
      </section>
    );
  });
}

interface SideGroupProps {
  readonly group: Group;
  readonly shownId: string;
  readonly isOpen: boolean;
  readonly onLeave: () => void;
}

function SideGroup({ group, shownId, isOpen, onLeave }: SideGroupProps) {
  return (
    <details open={isOpen}>
      <summary className="min-h-9 cursor-pointer rounded-md px-2 py-2 text-sm marker:text-ink-3 hover:bg-surface-2 pointer-coarse:min-h-11">
        <span lang="en">{group.name}</span>
        <span className="ms-2 text-xs text-ink-3">{group.entries.length}</span>
      </summary>
      <ul className="ms-4 border-s border-line ps-1 pb-1">
        {group.entries.map((entry) => (
          <li key={entry.id}>
            <SideLink entry={entry} isShown={entry.id === shownId} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function SideLink({ entry, isShown, onLeave }: { entry: Entry; isShown: boolean; onLeave: () => void }) {
  return (
    <Link
      to="/api"
      hash={entry.id}
      aria-current={isShown ? "page" : undefined}
      onClick={onLeave}
      dir="ltr"
      lang="en"
      className={classNames(
        "flex min-h-8 gap-2 rounded-md px-2 py-1.5 text-xs hover:bg-surface-2 pointer-coarse:min-h-11 pointer-coarse:items-center",
        isShown ? "bg-accent-soft text-accent" : "text-ink-2",
      )}
    >
      <span className={classNames("w-11 shrink-0 font-mono", !isShown && "text-ink-3")}>{entryMark(entry)}</span>
      <span className="min-w-0 font-mono break-words">{entry.title.replace(/^\/api\//, "")}</span>
    </Link>
  );
}
