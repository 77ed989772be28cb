import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { Sheet } from "./sheet.tsx";

interface ShownOnceSheetProps {
  readonly title: string;
  readonly description: string;
  /** Beside the box that says so. */
  readonly saved: ReactNode;
  /** What is said to who closes it without that. */
  readonly unsaved: { readonly title: string; readonly text: ReactNode };
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something secret, this once. Leaving without having saved it takes a second thought. */
export function ShownOnceSheet({ title, description, saved, unsaved, onClose, children }: ShownOnceSheetProps) {
  const [isSaved, setSaved] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const id = useId();
  return (
    <Sheet
      title={title}
      description={description}
      onClose={() => (isSaved || isLeaving ? onClose() : setLeaving(true))}
      footer={
        <Button disabled={!isSaved} onClick={onClose}>
          <Trans context="button">Done</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {isLeaving && !isSaved ? (
          <Notice tone="warn" title={unsaved.title}>
            {unsaved.text}
          </Notice>
        ) : null}
        {children}
        <div className="flex min-h-11 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            className="size-5 shrink-0 accent-accent-fill"
            checked={isSaved}
            onChange={(event) => setSaved(event.target.checked)}
          />
          <label htmlFor={id} className="py-2 text-sm font-medium">
            {saved}
          </label>
        </div>
      </div>
    </Sheet>
  );
}
