import { type DrawnText, EM_PIXELS } from "./drawn-fonts.ts";

const FONT = `${EM_PIXELS}px "Inter Variable", system-ui, sans-serif`;
/** The widest drawing: a line of a page at the size of a statement. */
const WIDEST = 4096;
const MARGIN = 2;
/** Bayer's pattern: pictures in colour, which some signs are, keep their shades. */
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Draws a text in black as this device would show it; null where it cannot. */
export function drawText(text: string, direction: "ltr" | "rtl" = "ltr"): DrawnText | null {
  if (typeof OffscreenCanvas === "undefined") return null;
  const measuring = new OffscreenCanvas(1, 1).getContext("2d");
  if (measuring === null) return null;
  measuring.font = FONT;
  measuring.direction = direction;
  measuring.textAlign = "left";
  const measured = measuring.measureText(text);
  const left = Math.floor(-measured.actualBoundingBoxLeft) - MARGIN;
  const top = Math.ceil(measured.actualBoundingBoxAscent) + MARGIN;
  const width = Math.ceil(measured.actualBoundingBoxRight) + MARGIN - left;
  const height = Math.ceil(measured.actualBoundingBoxDescent) + MARGIN + top;
  if (!(width > 0 && height > 0 && width <= WIDEST && height <= WIDEST)) return null;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) return null;
  context.font = FONT;
  context.direction = direction;
  context.textAlign = "left";
  context.fillText(text, -left, top);
  const { data } = context.getImageData(0, 0, width, height);
  return { advance: measured.width, left, top, width, height, dots: dotsOf(data, width, height) };
}

function dotsOf(data: Uint8ClampedArray, width: number, height: number): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil(width / 8);
  const dots = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const threshold = ((PATTERN[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16;
      const at = y * rowBytes + (x >> 3);
      if (inkAt(data, (y * width + x) * 4) > threshold) dots[at] = (dots[at] ?? 0) | (0x80 >> (x & 7));
    }
  return dots;
}

/** How dark a dot is upon white paper, from 0 to 1. */
function inkAt(data: Uint8ClampedArray, at: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
  const luminance = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  return (alpha / 255) * (1 - luminance);
}
