import { t } from "@lingui/core/macro";
import { Check, CircleAlert, CircleDashed } from "lucide-react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { formatClock } from "#pwa/ui/format.ts";
import type { SaveState } from "./autosave.ts";

interface SaveNoteProps {
  readonly saving: SaveState;
  /** When it was saved before it was opened; null where it never was. */
  readonly savedAt: string | null;
  readonly isReadOnly: boolean;
  /** Whether it is an example, of which nothing is kept. */
  readonly isSample: boolean;
}

/** Whether what is written is safe, at every moment. */
export function SaveNote({ saving, savedAt, isReadOnly, isSample }: SaveNoteProps) {
  const isWrong = ["incomplete", "unanswered", "refused", "stopped"].includes(saving.kind);
  const Icon = isWrong ? CircleAlert : saving.kind === "saved" ? Check : CircleDashed;
  return (
    <p
      role="status"
      data-saving={saving.kind}
      className={classNames("flex min-w-0 items-center gap-1.5 text-sm", isWrong ? "text-warn" : "text-ink-3")}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0">{words({ saving, savedAt, isReadOnly, isSample })}</span>
    </p>
  );
}

function words({ saving, savedAt, isReadOnly, isSample }: SaveNoteProps): string {
  if (saving.kind === "incomplete") return t`Not saved: something is missing or wrong.`;
  if (isSample) return t`An example: nothing is kept.`;
  switch (saving.kind) {
    case "saved": {
      if (isReadOnly) return t`You are reading.`;
      const atMs = saving.atMs ?? (savedAt === null ? null : Date.parse(savedAt));
      if (atMs === null) return t`Nothing was changed.`;
      const time = formatClock(atMs);
      return t`Saved at ${time}`;
    }
    case "typed":
      return t`Not saved yet`;
    case "saving":
      return t`Saving`;
    case "unanswered":
      return t`Not saved: the server does not answer. It is asked again.`;
    case "refused":
      return t`Not saved: ${{ why: failureOf(saving.error, []).notice ?? "" }}`;
    case "stopped":
      return t`Not saved: somebody else was here.`;
  }
}
