import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import QRCode from "qrcode";
import { beforeAll, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { makePayUri } from "#pwa/parts/directory/pay-uri.ts";
import { qrPath, QUIET_MODULES } from "./qr-path.ts";

/** Pixels to a module. */
const SCALE = 4;

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = (await readFile(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

test("stretches of dark modules become runs, to the edge as well", () => {
  expect(qrPath({ size: 3, data: [1, 1, 0, 0, 0, 0, 0, 1, 1] })).toBe("M4 4h2v1h-2zM5 6h2v1h-2z");
  expect(qrPath({ size: 1, data: [0] })).toBe("");
});

const destination = `G${"A".repeat(55)}`;
const plain = {
  destination,
  amount: "",
  assetCode: "XLM",
  issuer: "",
  memo: "",
  memoType: "text",
  networkPassphrase: "",
  message: "",
} as const;

test.each([
  ["an address", makePayUri(plain)],
  [
    "a request with all in it",
    makePayUri({ ...plain, amount: "12.5", assetCode: "USDC", issuer: destination, memo: "Miete für März 東京" }),
  ],
  ["a transaction to sign", `web+stellar:tx?xdr=${encodeURIComponent("AAAAAgAAAAB+/0=".repeat(48))}`],
  [
    "a second factor",
    "otpauth://totp/Astrolabe:zo%C3%AB?issuer=Astrolabe&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
  ],
])("the code of %s is read by another library than the one that made it", async (_, text) => {
  const [read, ...others] = await readBarcodes(drawn(text), { formats: ["QRCode"] });
  expect(others).toEqual([]);
  expect(read?.text).toBe(text);
  expect(read?.isValid).toBe(true);
});

/** The picture of a code's path as the screen shows it, black on white. */
function drawn(text: string): ImageData {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const side = (modules.size + 2 * QUIET_MODULES) * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = "", y = "", width = ""] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < SCALE; row += 1) {
      for (let column = 0; column < Number(width) * SCALE; column += 1) {
        const pixel = ((Number(y) * SCALE + row) * side + Number(x) * SCALE + column) * 4;
        data.fill(0, pixel, pixel + 3);
      }
    }
  }
  return { data, width: side, height: side, colorSpace: "srgb" };
}
