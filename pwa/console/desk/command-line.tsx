import { t } from "@lingui/core/macro";
import { CopyButton } from "#pwa/ui/copy-button.tsx";

/** A command as it is typed at the server, to be copied. */
export function CommandLine({ command }: { readonly command: string }) {
  return (
    <div dir="ltr" className="mt-1.5 flex items-start gap-1 rounded-md border border-line bg-ground ps-3">
      <code className="min-w-0 grow py-2 [font-variant-ligatures:none] text-xs leading-5 break-words whitespace-pre-wrap">
        {command}
      </code>
      <CopyButton text={command} label={t`Copy the command`} className="m-0.5" />
    </div>
  );
}
