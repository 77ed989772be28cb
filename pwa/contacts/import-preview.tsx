import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { List } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { CONTACT_FIELDS, type ContactForm } from "#schemas/contacts.ts";
import type { PlanEntry } from "./import-plan.ts";

/** Rows of each kind that are shown: nobody reads more, and thousands would make the sheet slow. */
const SHOWN = 100;

const GROUPS: readonly {
  readonly kind: PlanEntry["kind"];
  readonly title: string;
  readonly tone: "up" | "warn" | "down" | "neutral";
}[] = [
  {
    kind: "new",
    get title() {
      return t({ message: "New", context: "contacts in a file" });
    },
    tone: "up",
  },
  {
    kind: "changed",
    get title() {
      return t`Different from yours`;
    },
    tone: "warn",
  },
  {
    kind: "refused",
    get title() {
      return t`Cannot be taken`;
    },
    tone: "down",
  },
  {
    kind: "same",
    get title() {
      return t`There already`;
    },
    tone: "neutral",
  },
];

/** What would become of each row of a file. */
export function ImportPreview({ plan }: { readonly plan: readonly PlanEntry[] }) {
  return GROUPS.map(({ kind, title, tone }) => {
    const entries = plan.filter((entry) => entry.kind === kind);
    if (entries.length === 0) return null;
    return (
      <section key={kind} aria-label={title}>
        <h3 className="flex items-center gap-2 text-sm font-semibold">
          {title}
          <Badge tone={tone}>{entries.length}</Badge>
        </h3>
        <List className="mt-1">
          {entries.slice(0, SHOWN).map((entry, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a plan never changes, and one row may give two contacts.
            <li key={`${entry.line} ${at}`} className="py-2.5 text-sm">
              <Row entry={entry} />
            </li>
          ))}
        </List>
        {entries.length > SHOWN ? (
          <p className="py-2 text-sm text-ink-3">
            {plural({ count: entries.length - SHOWN }, { one: "And # more.", other: "And # more." })}
          </p>
        ) : null}
      </section>
    );
  });
}

function Row({ entry }: { readonly entry: PlanEntry }) {
  const { line, form } = entry;
  const who = form.stellarAddress === "" ? form.uniqueUserId : shortenAddress(form.stellarAddress.slice(0, 130));
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 max-w-full truncate font-medium">
          {form.name === "" ? t`Row ${line}` : <MemoText text={form.name.slice(0, 120)} />}
        </span>
        <span className="min-w-0 max-w-full truncate font-mono text-xs text-ink-3">
          <MemoText text={who} />
        </span>
        {form.memo === "" ? null : (
          <span className="min-w-0 max-w-full truncate text-ink-3">
            <Trans>
              Memo <MemoText text={form.memo.slice(0, 120)} />
            </Trans>
          </span>
        )}
      </p>
      <Remark entry={entry} />
    </>
  );
}

function Remark({ entry }: { readonly entry: PlanEntry }) {
  if (entry.kind === "refused") {
    const { line, reason } = entry;
    return <p className="text-down">{t`Row ${line}: ${reason}`}</p>;
  }
  if (entry.kind === "new" && entry.warning !== null) return <p className="text-warn">{entry.warning}</p>;
  if (entry.kind !== "changed") return null;
  const { contact, changes } = entry;
  return CONTACT_FIELDS.map((field) => {
    const value = changes[field];
    return value === undefined ? null : (
      <p key={field} className="break-words text-ink-2">
        {contact[field] === "" ? (
          <Added field={field} value={value} />
        ) : (
          <Changed field={field} former={contact[field]} value={value} />
        )}
      </p>
    );
  });
}

interface AddedProps {
  readonly field: keyof ContactForm;
  readonly value: string;
}

function Added({ field, value }: AddedProps) {
  switch (field) {
    case "name":
      return (
        <Trans>
          Adds the name <Written text={value} />
        </Trans>
      );
    case "stellarAddress":
      return (
        <Trans>
          Adds the address <Written text={value} />
        </Trans>
      );
    case "uniqueUserId":
      return (
        <Trans>
          Adds the user ID <Written text={value} />
        </Trans>
      );
    case "memo":
      return (
        <Trans>
          Adds the memo <Written text={value} />
        </Trans>
      );
  }
}

function Changed({ field, former, value }: AddedProps & { readonly former: string }) {
  switch (field) {
    case "name":
      return (
        <Trans>
          Changes the name from <Written text={former} /> to <Written text={value} />
        </Trans>
      );
    case "stellarAddress":
      return (
        <Trans>
          Changes the address from <Written text={former} /> to <Written text={value} />
        </Trans>
      );
    case "uniqueUserId":
      return (
        <Trans>
          Changes the user ID from <Written text={former} /> to <Written text={value} />
        </Trans>
      );
    case "memo":
      return (
        <Trans>
          Changes the memo from <Written text={former} /> to <Written text={value} />
        </Trans>
      );
  }
}

function Written({ text }: { readonly text: string }) {
  return (
    <span className="font-medium">
      <MemoText text={text} />
    </span>
  );
}
