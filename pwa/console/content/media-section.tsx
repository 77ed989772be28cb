import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Image, Plus } from "lucide-react";
import { useState } from "react";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { PictureUpload } from "#pwa/content-editor/door.ts";
import { mediaPath } from "#pwa/parts/content/content-picture.tsx";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { MediaEntry } from "#schemas/content/desk.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { LIBRARY } from "./content-port.ts";

const NONE: readonly MediaEntry[] = [];

/** The pictures of the library: what each shows, and what shows it. */
export function MediaSection() {
  const may = useMay();
  const asked = useAsk(CONTENT_DESK_ENDPOINTS.mediaList, {});
  const askAgain = useAskAgain();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<MediaEntry | null>(null);
  const media = asked.value?.media ?? NONE;
  const mayAdd = may(CONTENT_DESK_ENDPOINTS.addMedia);
  return (
    <section aria-label={t({ message: "Pictures", context: "what operators write" })}>
      {mayAdd ? (
        <Button variant="secondary" className="mb-3" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Add a picture</Trans>
        </Button>
      ) : null}
      <AskedState asked={asked}>
        {media.length === 0 ? (
          <EmptyState icon={<Image />} title={t`There are no pictures yet`}>
            <Trans>Pages and blocks can show what is added here.</Trans>
          </EmptyState>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {media.map((each) => (
              <MediaCard
                key={each.mediaId}
                entry={each}
                onRemove={may(CONTENT_DESK_ENDPOINTS.removeMedia) ? () => setRemoving(each) : null}
              />
            ))}
          </ul>
        )}
      </AskedState>
      {isAdding && LIBRARY.add !== null ? (
        <Sheet title={t`Add a picture`} onClose={() => setAdding(false)}>
          <PictureUpload
            add={LIBRARY.add}
            onAdded={() => {
              setAdding(false);
              showToast({ title: t`The picture was added` });
              askAgain();
            }}
          />
        </Sheet>
      ) : null}
      {removing === null ? null : (
        <ReasonSheet
          title={t`Remove the picture?`}
          description={t`It is gone for good. What shows it keeps it: take it out there first.`}
          submit={t`Remove`}
          tone="danger"
          done={t`The picture was removed`}
          carryOut={(body) => call(CONTENT_DESK_ENDPOINTS.removeMedia, { params: { mediaId: removing.mediaId }, body })}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

const KB = 1000;

interface MediaCardProps {
  readonly entry: MediaEntry;
  readonly onRemove: (() => void) | null;
}

function MediaCard({ entry, onRemove }: MediaCardProps) {
  const { mediaId, name, alt, width, height, bytes, usedIn } = entry;
  const places = usedIn.map(({ key }) => key).join(", ");
  const weighs = formatCount(Math.max(1, Math.round(bytes / KB)));
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3 text-sm">
      <img
        src={mediaPath(mediaId)}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="h-36 w-full rounded-sm bg-surface-2 object-contain"
      />
      <p dir="auto" className="font-medium break-words">
        {alt}
      </p>
      <p className="text-xs break-words text-ink-3">
        <bdi>{name}</bdi> · <bdi dir="ltr">{`${width} × ${height}`}</bdi> · <Trans>{weighs} kB</Trans>
      </p>
      <p className="text-xs break-words text-ink-3">
        {usedIn.length === 0 ? (
          <Trans>Nothing shows it.</Trans>
        ) : (
          <Trans>
            Shown by <bdi dir="ltr">{places}</bdi>
          </Trans>
        )}
      </p>
      {onRemove === null ? null : (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          aria-label={t`Remove: ${alt}`}
          disabled={usedIn.length > 0}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
    </li>
  );
}
