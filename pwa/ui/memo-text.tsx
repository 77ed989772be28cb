import { t } from "@lingui/core/macro";
import { classNames } from "./class-names.ts";
import { foreignParts } from "./foreign-text.ts";

interface MemoTextProps {
  readonly text: string;
  /** Whether it is broken over lines where it has to be, as among facts; else whoever holds it cuts it. */
  readonly isWhole?: boolean;
  /** A sentence of ours with words of others in it, each set apart (`inSentence`). */
  readonly isOurs?: boolean;
}

/** What somebody else wrote: set apart, so that it turns nothing around it, and with its hidden marks to be seen. */
export function MemoText({ text, isWhole = false, isOurs = false }: MemoTextProps) {
  return (
    <bdi data-private="" className={classNames(isWhole && "break-all whitespace-pre-wrap")}>
      {foreignParts(text, isOurs).map((part, at) =>
        part.kind === "text" ? (
          part.text
        ) : (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the same mark may stand there many times.
            key={at}
            title={t`A hidden mark, which turns or hides the letters around it`}
            className="mx-0.5 rounded-sm bg-warn-soft px-1 font-mono text-xs text-warn"
          >
            {part.text}
          </span>
        ),
      )}
    </bdi>
  );
}
