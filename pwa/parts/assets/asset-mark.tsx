import { useState } from "react";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { LumenMark } from "#pwa/ui/lumen-mark.tsx";
import type { AssetName } from "./asset-key.ts";

interface AssetMarkProps {
  readonly asset: AssetName;
  /** Where its picture lies on our server; null where we have none. */
  readonly image: string | null;
  readonly size?: "md" | "lg";
}

/** XLM's own mark, the picture of a listed asset, or else one of its issuer; decoration beside its name. Strangers' pictures are never loaded. */
export function AssetMark({ asset, image, size = "md" }: AssetMarkProps) {
  const [isBroken, setBroken] = useState(false);
  if (asset.issuer === "") return <LumenMark size={size} />;
  if (image === null || isBroken) return <Identicon address={asset.issuer} size={size} />;
  return (
    <img
      src={image}
      alt=""
      onError={() => setBroken(true)}
      className={`shrink-0 rounded-full bg-surface-2 ${size === "lg" ? "size-12" : "size-9"}`}
    />
  );
}
