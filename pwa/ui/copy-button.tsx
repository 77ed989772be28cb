import { t } from "@lingui/core/macro";
import { Check, Copy } from "lucide-react";
import { classNames } from "./class-names.ts";
import { useCopy } from "./use-copy.ts";

const COPIED_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** "Copy address". */
  readonly label: string;
  readonly onCopied?: () => void;
  readonly className?: string;
}

/** Copies `text` and says so for two seconds; says when the browser did not allow it. */
export function CopyButton({ text, label, onCopied, className }: CopyButtonProps) {
  const { state, copy } = useCopy(text, COPIED_MS);
  const words = state === "copied" ? t`Copied` : state === "refused" ? t`Copying is not allowed here` : label;
  const Icon = state === "copied" ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      onClick={async () => {
        if (await copy()) onCopied?.();
      }}
      className={classNames(
        "inline-grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 transition-colors duration-150 hover:bg-surface-2 hover:text-ink pointer-coarse:size-11",
        className,
      )}
    >
      <Icon aria-hidden="true" className={classNames("size-4", state === "copied" && "text-up")} />
    </button>
  );
}
