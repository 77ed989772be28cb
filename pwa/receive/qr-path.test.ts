import jsQR from "jsqr";
import QRCode from "qrcode";
import { expect, test } from "vitest";
import { qrPath, QUIET_MODULES } from "./qr-path.ts";

test("stretches of dark modules become runs, to the edge as well", () => {
  expect(qrPath({ size: 3, data: [1, 1, 0, 0, 0, 0, 0, 1, 1] })).toBe("M4 4h2v1h-2zM5 6h2v1h-2z");
  expect(qrPath({ size: 1, data: [0] })).toBe("");
});

test("what is drawn can be read back by a QR reader", () => {
  const text = `web+stellar:pay?destination=G${"A".repeat(55)}&amount=12.5&memo=rent`;
  const path = qrPath(QRCode.create(text, { errorCorrectionLevel: "M" }).modules);
  const { size } = QRCode.create(text, { errorCorrectionLevel: "M" }).modules;
  const scale = 4;
  const side = (size + 2 * QUIET_MODULES) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = "", y = "", width = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < scale; row += 1) {
      for (let column = 0; column < Number(width) * scale; column += 1) {
        const pixel = ((Number(y) * scale + row) * side + Number(x) * scale + column) * 4;
        pixels.fill(0, pixel, pixel + 3);
      }
    }
  }
  expect(jsQR(pixels, side, side)?.data).toBe(text);
});
