import { t } from "@lingui/core/macro";
import { Spinner } from "#pwa/ui/spinner.tsx";

export function LoadingPage() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Spinner label={t`Loading page...`} />
    </div>
  );
}
