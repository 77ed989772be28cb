import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { ContentEditor } from "#pwa/content-editor/door.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { ContentItemOutput } from "#schemas/content/desk.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { contentPort, keptOf, LIBRARY, type Which } from "./content-port.ts";
import { ItemActs } from "./item-acts.tsx";
import { useWritingNow } from "./use-writing-now.ts";

interface OpenItemProps {
  readonly which: Which;
  readonly onClose: () => void;
}

/** One page, block or menu, to be written. */
export function OpenItem({ which, onClose }: OpenItemProps) {
  const may = useMay();
  const mayWrite = may(CONTENT_DESK_ENDPOINTS.saveDraft);
  const { holder, takeOver } = useWritingNow(which, mayWrite);
  // What is written over is what is there now, not what was when somebody looked last.
  const [openedMs, setOpenedMs] = useState(nowMs);
  const { kind, key } = which;
  const asked = useAsk(
    CONTENT_DESK_ENDPOINTS.contentItem,
    { query: { kind, key } },
    { isOn: holder.kind !== "asking" },
  );
  const item = asked.atMs > openedMs ? asked.value : null;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          <Trans>Back to the list</Trans>
        </Button>
        <h2 className="min-w-0 text-lg font-semibold break-words">
          <bdi dir="ltr">{kind === "page" ? `/${key}` : key}</bdi>
        </h2>
        {item === null ? null : <Standing item={item} />}
      </div>
      {holder.kind === "other" ? (
        <WrittenByOther
          username={holder.username}
          takeOver={async () => {
            await takeOver();
            // What the other one saved last.
            setOpenedMs(nowMs());
            asked.again();
          }}
        />
      ) : null}
      <AskedState asked={{ ...asked, value: item }}>
        {item === null ? null : (
          <Editor
            key={openedMs}
            which={which}
            item={item}
            isReadOnly={!mayWrite || holder.kind === "other"}
            onClose={onClose}
          />
        )}
      </AskedState>
    </div>
  );
}

interface EditorProps {
  readonly which: Which;
  readonly item: ContentItemOutput;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

function Editor({ which, item, isReadOnly, onClose }: EditorProps) {
  const [begun] = useState(() => ({ start: keptOf(item), savedAt: item.draft?.editedAt ?? null }));
  const [port] = useState(() => contentPort(which));
  const askAgain = useAskAgain();
  if (begun.start === null) return <Notice>{t`There is nothing by that name.`}</Notice>;
  return (
    <ContentEditor
      start={begun.start}
      savedAt={begun.savedAt}
      port={port}
      pictures={LIBRARY}
      isReadOnly={isReadOnly}
      renderActs={(session) => (
        <ItemActs
          which={which}
          item={item}
          session={session}
          isReadOnly={isReadOnly}
          onDone={askAgain}
          onGone={onClose}
        />
      )}
    />
  );
}

interface WrittenByOtherProps {
  readonly username: string;
  readonly takeOver: () => Promise<void>;
}

function WrittenByOther({ username, takeOver }: WrittenByOtherProps) {
  const action = useAction();
  return (
    <Notice tone="warn" title={t`${username} is writing here`}>
      <p>
        <Trans>You can read along. What they saved is kept if you take over.</Trans>
      </p>
      {action.notice === null ? null : <p className="mt-1 font-medium">{action.notice}</p>}
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        loading={action.isBusy}
        onClick={() => action.run(takeOver)}
      >
        <Trans>Take over</Trans>
      </Button>
    </Notice>
  );
}

/** What is public of it, and what is to be. */
function Standing({ item: { published, draft } }: { readonly item: ContentItemOutput }) {
  const at = draft?.scheduled?.at;
  return (
    <p className="flex flex-wrap gap-1.5">
      {published === null ? (
        <Badge tone="warn">{t({ message: "Not public", context: "what operators write" })}</Badge>
      ) : (
        <Badge tone="up">{t`Version ${{ version: published.version }}`}</Badge>
      )}
      {at === undefined ? null : (
        <Badge tone="accent">{t`Public from ${{ when: formatDate(Date.parse(at), { withTime: true }) }}`}</Badge>
      )}
    </p>
  );
}
