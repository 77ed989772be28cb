import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { Button } from "#pwa/ui/button.tsx";

/** Beside the title of a list that can be taken along. */
export function SaveAsCsv({ onSave }: { readonly onSave: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onSave}>
      <Download aria-hidden="true" className="size-4" />
      <Trans>Save as CSV</Trans>
    </Button>
  );
}
