import { t } from "@lingui/core/macro";
import { useCopy } from "#pwa/ui/use-copy.ts";

/** As long as it is read. */
const KNOWN_MS = 10_000;

interface CopyTextProps {
  readonly text: string;
  /** "Copy the request". */
  readonly label: string;
}

/** Copies `text`, and says in its own place what came of it. In words: icons of a button would weigh on every public page. */
export function CopyText({ text, label }: CopyTextProps) {
  const { state, copy } = useCopy(text, KNOWN_MS);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span role="status" className="text-xs text-ink-3">
        {state === "copied" ? t`Copied` : state === "refused" ? t`Copying is not allowed here` : null}
      </span>
      <button
        type="button"
        onClick={copy}
        className="min-h-8 rounded-sm px-2 text-xs text-ink-2 underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        {label}
      </button>
    </span>
  );
}
