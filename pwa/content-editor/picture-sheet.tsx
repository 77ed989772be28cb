import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { MediaEntry } from "#schemas/content/desk.ts";
import { UploadForm } from "./upload-form.tsx";
import { useWriting } from "./writing.ts";

interface PictureSheetProps {
  readonly onChoose: (chosen: MediaEntry) => void;
  readonly onClose: () => void;
}

/** The pictures that there are, and another one from this device. */
export function PictureSheet({ onChoose, onClose }: PictureSheetProps) {
  const { pictures } = useWriting();
  const [found, setFound] = useState<readonly MediaEntry[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    let isOver = false;
    pictures.list().then(
      (list) => isOver || setFound(list),
      (error: unknown) => isOver || setProblem(error),
    );
    return () => {
      isOver = true;
    };
  }, [pictures]);
  return (
    <Sheet size="lg" title={t`Choose a picture`} onClose={onClose}>
      {problem === null ? null : <Notice tone="error">{failureOf(problem, []).notice}</Notice>}
      {found === null && problem === null ? <Skeleton className="h-32 w-full" /> : null}
      {found?.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>There are no pictures yet.</Trans>
        </p>
      ) : null}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {found?.map((each) => (
          <li key={each.mediaId}>
            <button
              type="button"
              onClick={() => onChoose(each)}
              className="flex w-full flex-col gap-1 rounded-md border border-line p-2 text-start hover:border-line-strong"
            >
              <img
                src={pictures.urlOf(each.mediaId)}
                alt=""
                loading="lazy"
                className="h-24 w-full rounded-sm object-contain"
              />
              <span dir="auto" className="line-clamp-2 text-xs text-ink-2">
                {each.alt}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {pictures.add === null ? null : (
        <div className="mt-6 border-t border-line pt-4">
          <h3 className="mb-3 text-base font-semibold">
            <Trans>Add one from this device</Trans>
          </h3>
          <UploadForm add={pictures.add} onAdded={onChoose} />
        </div>
      )}
    </Sheet>
  );
}
