import { t } from "@lingui/core/macro";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";

/** A hash or a key, shortened in the middle, to be copied whole. */
export function Code({ text }: { readonly text: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-xs" title={text}>
        {shortenAddress(text)}
      </span>
      <CopyButton text={text} label={t`Copy`} />
    </span>
  );
}
