import { CopyText } from "./copy-text.tsx";

interface CodeBlockProps {
  readonly code: string;
  readonly copyLabel: string;
  /** What the code is, for whoever does not see where it stands. */
  readonly label: string;
}

/** Code to read and to copy: from left to right in any language, and no wider than the page. */
export function CodeBlock({ code, copyLabel, label }: CodeBlockProps) {
  return (
    <div className="rounded-md border border-line bg-ground">
      <div className="flex justify-end border-b border-line px-1">
        <CopyText text={code} label={copyLabel} />
      </div>
      {/* A long one scrolls within itself, by keys as well. */}
      <pre
        dir="ltr"
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys.
        tabIndex={0}
        lang="en"
        className="max-h-96 overflow-auto rounded-md p-3 font-mono text-xs break-words whitespace-pre-wrap text-ink-2"
      >
        {code}
      </pre>
    </div>
  );
}
