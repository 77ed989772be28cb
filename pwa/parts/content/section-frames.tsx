import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { useIsScrollStop } from "#pwa/ui/use-is-scroll-stop.ts";
import type { PageSection } from "#schemas/content/sections.ts";

interface TableProps {
  readonly section: Extract<PageSection, { readonly type: "table" }>;
}

/** Wider than the page it scrolls by itself, by keys too. */
export function TableSection({ section: { caption, header, rows } }: TableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const isStop = useIsScrollStop(frame, table);
  return (
    <div
      ref={frame}
      {...(isStop && { tabIndex: 0, role: "group", "aria-label": caption === "" ? t`Table` : caption })}
      className="w-full overflow-x-auto print:overflow-visible"
    >
      <table ref={table} className="w-full min-w-max border-collapse text-sm">
        {caption === "" ? null : <caption className="pb-2 text-start font-medium text-ink">{caption}</caption>}
        <thead>
          <tr>
            {header.map((cell, at) => (
              <th
                key={at}
                scope="col"
                className="max-w-72 border-b border-line-strong px-3 py-2 text-start font-medium text-ink"
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="break-inside-avoid">
              {row.map((cell, column) => (
                <td key={column} className="max-w-72 border-b border-line px-3 py-2.5 align-top whitespace-pre-line">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CodeProps {
  readonly section: Extract<PageSection, { readonly type: "code" }>;
}

/** From left to right in every language, and without anybody's help to break its lines. */
export function CodeSection({ section: { language, code } }: CodeProps) {
  const frame = useRef<HTMLPreElement>(null);
  const text = useRef<HTMLElement>(null);
  const isStop = useIsScrollStop(frame, text);
  return (
    <figure dir="ltr" className="rounded-md border border-line bg-surface text-start">
      {language === "" ? null : (
        <figcaption className="border-b border-line px-4 py-1.5 text-xs text-ink-3">{language}</figcaption>
      )}
      <pre
        ref={frame}
        {...(isStop && { tabIndex: 0, role: "group", "aria-label": t`Code` })}
        className="overflow-x-auto p-4 font-mono text-sm text-ink print:whitespace-pre-wrap"
      >
        <code ref={text} className="inline-block min-w-full">
          {code}
        </code>
      </pre>
    </figure>
  );
}
