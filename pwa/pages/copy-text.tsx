import { t } from "@lingui/core/macro";
import { useState } from "react";

interface CopyTextProps {
  readonly text: string;
  /** "Copy the request". */
  readonly label: string;
}

/** Copies `text`, and says in its own place what came of it. In words: icons of a button would weigh on every public page. */
export function CopyText({ text, label }: CopyTextProps) {
  // Of which text it is known: another one has not been copied.
  const [done, setDone] = useState<{ readonly text: string; readonly isCopied: boolean } | null>(null);

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setDone({ text, isCopied });
  }

  const isKnown = done?.text === text;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span role="status" className="text-xs text-ink-3">
        {isKnown ? (done.isCopied ? t`Copied` : t`Copying is not allowed here`) : null}
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
