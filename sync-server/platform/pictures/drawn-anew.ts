import sharp, { type Sharp } from "sharp";

/** A file that is no picture, or half of one. */
export class UnreadablePictureError extends Error {
  constructor(options?: ErrorOptions) {
    super("this file is no picture", options);
    this.name = "UnreadablePictureError";
  }
}

// Nothing of a picture stays in memory once it is written, and few are read at a time: see `picture-gate.ts`.
sharp.cache(false);
sharp.concurrency(1);

/** A JPEG that is drawn coarse at first, then finer, has ten scans or so. Each goes over all of its points, though it may have few bytes. */
const MOST_SCANS = 100;
const BEGINS_SCAN = 0xda;
const END = 0xd9;

/**
 * How wide and high a JPEG, PNG or WebP says that it is, told by its own bytes; its points are not looked at. Throws
 * {@link UnreadablePictureError} for whatever is none of these, a drawing that holds scripts for one, and for a JPEG that would be drawn
 * for minutes.
 */
export async function measurePicture(file: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  if (!isPicture(file) || hasManyScans(file)) throw new UnreadablePictureError();
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false, pages: 1 }).metadata();
    return { width, height };
  } catch (cause) {
    throw new UnreadablePictureError({ cause });
  }
}

/**
 * Draws a picture that was {@link measurePicture measured} anew as `draw` says: upright, and with nothing that the file said beside it.
 * Throws {@link UnreadablePictureError} where it unpacks to more than it said, or is damaged.
 */
export async function drawAnew(file: Buffer, pixels: number, draw: (upright: Sharp) => Sharp) {
  // `failOn`: what is cut short or damaged is no picture, though half of it could be drawn.
  const options = { sequentialRead: true, limitInputPixels: pixels, failOn: "warning", pages: 1 } as const;
  try {
    const upright = sharp(file, options).autoOrient();
    const { data, info } = await draw(upright).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw new UnreadablePictureError({ cause });
  }
}

function isPicture(file: Buffer): boolean {
  const begins = (hex: string, at = 0) => file.subarray(at, at + hex.length / 2).toString("hex") === hex;
  const isWebp = begins("52494646") && begins("57454250", 8);
  return begins("ffd8ff") || begins("89504e470d0a1a0a") || isWebp;
}

/** Goes from marker to marker, as who draws it does. */
function hasManyScans(file: Buffer): boolean {
  if (file[0] !== 0xff) return false;
  let scans = 0;
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 4 <= file.length; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1] ?? END;
    if (marker === END) return false;
    if (marker === BEGINS_SCAN) scans += 1;
    if (scans > MOST_SCANS) return true;
    if (marker === 0xff) at += 1;
    else at += 2 + (isAlone(marker) ? 0 : file.readUInt16BE(at + 2));
  }
  return false;
}

/** Whether a marker has nothing after it that it says the length of. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
