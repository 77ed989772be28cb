import QRCode from "qrcode";
import { useMemo } from "react";
import { qrPath, QUIET_MODULES } from "./qr-path.ts";

/** A QR code, dark on light in both themes: many readers cannot see an inverted one. */
export function PayCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = useMemo(() => QRCode.create(text, { errorCorrectionLevel: "M" }).modules, [text]);
  const side = modules.size + 2 * QUIET_MODULES;
  return (
    <svg
      role="img"
      data-private=""
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 rounded-md"
    >
      <rect width={side} height={side} fill="white" />
      <path d={qrPath(modules)} fill="black" />
    </svg>
  );
}
