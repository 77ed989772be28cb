import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Inbox, Plus } from "lucide-react";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { foldText } from "#pwa/parts/search/fold-text.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Input } from "#pwa/ui/field.tsx";
import type { ContentEntry } from "#schemas/content/desk.ts";
import type { ContentKind } from "#schemas/content/items.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { useOpenItem } from "./content-place.ts";
import { EntryRow } from "./entry-row.tsx";
import { NewSheet } from "./new-sheet.tsx";
import { OpenItem } from "./open-item.tsx";

const NONE: readonly ContentEntry[] = [];

export function PagesSection() {
  return <KindSection kind="page" />;
}

export function BlocksSection() {
  return <KindSection kind="block" />;
}

export function MenusSection() {
  return <KindSection kind="menu" />;
}

/** Everything of one kind, or the one that is open. */
function KindSection({ kind }: { readonly kind: ContentKind }) {
  const { open, go } = useOpenItem();
  if (open !== null) return <OpenItem key={open} which={{ kind, key: open }} onClose={() => go(null)} />;
  return <KindList kind={kind} onOpen={go} />;
}

interface KindListProps {
  readonly kind: ContentKind;
  readonly onOpen: (key: string) => void;
}

function KindList({ kind, onOpen }: KindListProps) {
  const may = useMay();
  const { place, go } = usePlace();
  const { find = "" } = place;
  const [isAdding, setAdding] = useState(false);
  const asked = useAsk(CONTENT_DESK_ENDPOINTS.contentList, { query: { kind } });
  const all = asked.value?.items ?? NONE;
  const looked = foldText(find);
  const rows = all.filter(({ key, title }) => foldText(`${title} ${key}`).includes(looked));
  return (
    <section aria-label={listWords(kind)}>
      <div className="mb-3 flex flex-wrap gap-2">
        <div className="min-w-0 grow basis-48 sm:max-w-sm">
          <Input
            type="search"
            data-console-search
            aria-label={t`Search by title or address`}
            placeholder={t`Search by title or address`}
            value={find}
            onChange={(event) => {
              const { value } = event.target;
              go({ find: value === "" ? undefined : value }, "replace");
            }}
          />
        </div>
        {may(CONTENT_DESK_ENDPOINTS.saveDraft) ? (
          <Button variant="secondary" className="ms-auto" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {newWords(kind)}
          </Button>
        ) : null}
      </div>
      <AskedState asked={asked}>
        {rows.length === 0 ? (
          <EmptyState icon={<Inbox />} title={all.length === 0 ? t`Nothing is written yet` : t`Nothing matches`}>
            {all.length === 0 ? (
              <Trans>What you begin here is a draft until it is published.</Trans>
            ) : (
              <Trans>Change or clear the search to see more.</Trans>
            )}
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-2">
            {rows.map((entry, at) => (
              <EntryRow key={entry.key} entry={entry} at={at + 1} onOpen={() => onOpen(entry.key)} />
            ))}
          </ul>
        )}
      </AskedState>
      {isAdding ? (
        <NewSheet
          kind={kind}
          taken={all.map(({ key }) => key)}
          onClose={() => setAdding(false)}
          onBegun={(key) => {
            setAdding(false);
            onOpen(key);
          }}
        />
      ) : null}
    </section>
  );
}

function listWords(kind: ContentKind): string {
  switch (kind) {
    case "page":
      return t({ message: "Pages", context: "what operators write" });
    case "block":
      return t({ message: "Blocks", context: "what operators write: texts on screens of the app" });
    case "menu":
      return t({ message: "Menus", context: "what operators write" });
  }
}

function newWords(kind: ContentKind): string {
  switch (kind) {
    case "page":
      return t`New page`;
    case "block":
      return t`New block`;
    case "menu":
      return t`New menu`;
  }
}
