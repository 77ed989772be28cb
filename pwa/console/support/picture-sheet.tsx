import { t } from "@lingui/core/macro";
import { Sheet } from "#pwa/ui/sheet.tsx";

/** A picture that somebody sent to support. */
export function PictureSheet({ source, onClose }: { readonly source: string; readonly onClose: () => void }) {
  return (
    <Sheet title={t`Picture of a screen`} size="lg" onClose={onClose}>
      <img
        src={source}
        alt={t`The screen, as its owner sent it`}
        className="mx-auto max-w-full rounded-md border border-line"
      />
    </Sheet>
  );
}
