/** A square of dark and light modules, as a QR encoder gives it: row by row, 1 is dark. */
export interface QrModules {
  readonly size: number;
  readonly data: ArrayLike<number>;
}

/** Quiet zone around a QR code, in modules; readers need four. */
export const QUIET_MODULES = 4;

/** Draws the dark modules as one SVG path, one run per horizontal stretch, so that no seams show between them. */
export function qrPath({ size, data }: QrModules): string {
  const runs: string[] = [];
  for (let y = 0; y < size; y += 1) {
    let start = -1;
    for (let x = 0; x <= size; x += 1) {
      const isDark = x < size && data[y * size + x] === 1;
      if (isDark && start < 0) start = x;
      if (isDark || start < 0) continue;
      runs.push(`M${start + QUIET_MODULES} ${y + QUIET_MODULES}h${x - start}v1h-${x - start}z`);
      start = -1;
    }
  }
  return runs.join("");
}
