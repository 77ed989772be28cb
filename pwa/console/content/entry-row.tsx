import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CalendarClock, PenLine } from "lucide-react";
import { whereWords } from "./place-words.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ContentEntry } from "#schemas/content/desk.ts";
import { LANGUAGE_NAMES } from "#schemas/values/languages.ts";

interface EntryRowProps {
  readonly entry: ContentEntry;
  /** Its place in the list, by which the keys lead through it. */
  readonly at: number;
  readonly onOpen: () => void;
}

/** One page, block or menu: what is public of it, and what is being written. */
export function EntryRow({ entry, at, onOpen }: EntryRowProps) {
  const { kind, key, title, place, languages, editedAt, editedBy } = entry;
  const [path, where] = [kind === "page" ? `/${key}` : key, whereWords(kind, place)];
  return (
    <li
      data-line
      className="relative flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-md border border-line bg-surface px-4 py-3 hover:border-line-strong"
    >
      <div className="min-w-0 grow basis-56">
        <button
          type="button"
          data-row={at}
          onClick={onOpen}
          title={title}
          className="max-w-full truncate text-start font-medium after:absolute after:inset-0 after:rounded-md hover:text-accent"
        >
          <bdi>{title}</bdi>
        </button>
        <p title={`${path} · ${where}`} className="truncate text-sm text-ink-3">
          <bdi dir="ltr" className="font-mono text-xs">
            {path}
          </bdi>{" "}
          · {where}
        </p>
      </div>
      <p className="flex flex-wrap gap-1.5">
        <StateBadges entry={entry} />
      </p>
      <p className="text-xs text-ink-3" title={languages.map((each) => LANGUAGE_NAMES[each]).join(", ")}>
        <span aria-hidden="true" className="uppercase">
          {languages.join(" ")}
        </span>
        <span className="sr-only">{languages.map((each) => LANGUAGE_NAMES[each]).join(", ")}</span>
      </p>
      <p className="basis-full text-xs text-ink-3 sm:basis-40 sm:text-end">
        {editedAt === null ? null : (
          <>
            <TimeAgo at={editedAt} />
            {editedBy === null ? null : <> · {editedBy.username}</>}
          </>
        )}
      </p>
    </li>
  );
}

/** How it stands, in words. */
export function StateBadges({ entry }: { readonly entry: ContentEntry }) {
  const { version, isDefault, hasDraft, writing, scheduled } = entry;
  return (
    <>
      {version === null ? (
        <Badge tone="warn">{t({ message: "Not public", context: "what operators write" })}</Badge>
      ) : (
        <Badge tone="up">
          <Trans>Version {version}</Trans>
        </Badge>
      )}
      {isDefault ? <Badge>{t({ message: "As it came", context: "a text that the app came with" })}</Badge> : null}
      {hasDraft ? <Badge tone="accent">{t({ message: "Draft", context: "what operators write" })}</Badge> : null}
      {scheduled === null ? null : (
        <Badge tone="accent" icon={<CalendarClock aria-hidden="true" />}>
          {formatDate(Date.parse(scheduled.at), { withTime: true })}
        </Badge>
      )}
      {writing === null ? null : (
        <Badge tone="warn" icon={<PenLine aria-hidden="true" />}>
          {t`${{ writer: writing.username }} writes`}
        </Badge>
      )}
    </>
  );
}
