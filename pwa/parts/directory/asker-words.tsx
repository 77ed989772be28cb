import { Trans } from "@lingui/react/macro";
/** What whoever asks to be paid says: a stranger's words, set apart so that nobody takes them for ours. */
export function AskerWords({ message }: { readonly message: string }) {
  if (message === "") return null;
  return (
    <figure className="overflow-hidden rounded-md border border-line-strong p-3">
      <figcaption className="text-xs text-ink-3">
        <Trans>Whoever asks to be paid wrote this. Nobody here has checked it.</Trans>
      </figcaption>
      <blockquote data-private="" dir="auto" className="mt-1 text-sm break-words text-ink [unicode-bidi:isolate]">
        {message}
      </blockquote>
    </figure>
  );
}
