import { CopyButton } from "#pwa/ui/copy-button.tsx";

interface CodeBlockProps {
  readonly code: string;
  readonly copyLabel: string;
  /** What the code is, for whoever does not see where it stands. */
  readonly label: string;
}

/** Code to read and to copy: from left to right in any language, and no wider than the page. */
export function CodeBlock({ code, copyLabel, label }: CodeBlockProps) {
  return (
    <div dir="ltr" className="relative rounded-md border border-line bg-ground">
      <CopyButton text={code} label={copyLabel} className="absolute end-1 top-1 bg-ground" />
      {/* A long one scrolls within itself, by keys as well. */}
      <pre
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys.
        tabIndex={0}
        lang="en"
        className="max-h-96 overflow-auto rounded-md p-3 pe-12 font-mono text-xs break-words whitespace-pre-wrap text-ink-2"
      >
        {code}
      </pre>
    </div>
  );
}
