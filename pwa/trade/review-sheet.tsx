import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { later } from "#pwa/ui/later.tsx";
import type { Reviewed } from "#pwa/parts/trading/order-draft.ts";

const PlaceSheet = later(async () => (await import("./place-sheet.tsx")).PlaceSheet);

interface ReviewSheetProps {
  /** Null while nothing is reviewed. */
  readonly reviewed: Reviewed | null;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
  readonly StandingReview: StandingParts["Review"];
}

/** The review of what a form asks for: the only way from a form to an order. */
export function ReviewSheet({ reviewed, onConfirmed, onClose, StandingReview }: ReviewSheetProps) {
  if (reviewed === null) return null;
  if (reviewed.kind === "standing")
    return <StandingReview terms={reviewed.terms} onConfirmed={onConfirmed} onClose={onClose} />;
  return <PlaceSheet terms={reviewed.terms} warning={reviewed.warning} onConfirmed={onConfirmed} onClose={onClose} />;
}
