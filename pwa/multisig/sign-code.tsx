import { t } from "@lingui/core/macro";
import QRCode from "qrcode";
import { useMemo } from "react";
import { qrPath, QUIET_MODULES } from "#pwa/parts/qr-codes/qr-path.ts";

/** A transaction as a QR code: much for one, so it is large, and spends little on repairing itself. */
export function SignCode({ text }: { readonly text: string }) {
  const modules = useMemo(() => QRCode.create(text, { errorCorrectionLevel: "L" }).modules, [text]);
  const side = modules.size + 2 * QUIET_MODULES;
  return (
    <svg
      role="img"
      aria-label={t`QR code of the transaction to sign`}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="w-full max-w-96 self-center rounded-md"
    >
      <rect width={side} height={side} fill="white" />
      <path d={qrPath(modules)} fill="black" />
    </svg>
  );
}
