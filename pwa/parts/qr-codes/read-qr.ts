/** The text of the QR code in a picture; null where none is seen. The reader is loaded on first use. */
export async function readQr(
  source: ImageBitmap | HTMLVideoElement,
  width: number,
  height: number,
): Promise<string | null> {
  const { default: jsQR } = await import("jsqr");
  const scale = Math.min(1, 1200 / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null || canvas.width === 0 || canvas.height === 0) return null;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(pixels.data, pixels.width, pixels.height)?.data ?? null;
}

/** The text of the QR code in an image file; null where none is seen. Rejects for what is no image. */
export async function readQrFile(file: File): Promise<string | null> {
  const image = await createImageBitmap(file);
  const text = await readQr(image, image.width, image.height);
  image.close();
  return text;
}
