import { t } from "@lingui/core/macro";
import { TriangleAlert } from "lucide-react";
import { formatSeries } from "#pwa/ui/format.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import type { ListedRow } from "./asset-draft.ts";
import { hasPower } from "./asset-words.ts";

export function StateBadge({ asset: { state } }: { readonly asset: ListedRow }) {
  return state === "listed" ? (
    <Badge tone="up">{t({ message: "Listed", context: "an asset" })}</Badge>
  ) : (
    <Badge>{t({ message: "Delisted", context: "an asset" })}</Badge>
  );
}

/** What an operator has to see of an issuer without opening the row. */
export function IssuerBadges({ asset: { issuerNow } }: { readonly asset: ListedRow }) {
  if (issuerNow === null) return <Badge>{t({ message: "Not known now", context: "the powers of an issuer" })}</Badge>;
  if (issuerNow.isGone) return <Badge tone="down">{t({ message: "Issuer gone", context: "an asset" })}</Badge>;
  const { mustAdmit, canFreeze, canTakeBack } = issuerNow.powers;
  if (!hasPower(issuerNow.powers))
    return <span className="text-ink-3">{t({ message: "none", context: "powers" })}</span>;
  const powers = [
    ...(mustAdmit ? [t({ message: "admits", context: "power of an issuer" })] : []),
    ...(canFreeze ? [t({ message: "freezes", context: "power of an issuer" })] : []),
    ...(canTakeBack ? [t({ message: "takes back", context: "power of an issuer" })] : []),
  ];
  return (
    <span className="inline-flex items-center gap-1.5">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-warn" />
      {formatSeries(powers)}
    </span>
  );
}
