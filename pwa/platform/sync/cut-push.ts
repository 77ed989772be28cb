import { PUSH_BYTES, PUSH_LIMIT, type PushMessage } from "#schemas/protocol.ts";

type Rows = PushMessage["rows"];

/** Cuts rows into parts that each fit one push, by count and by bytes. */
export function cutPush(rows: Rows): Rows[] {
  const encoder = new TextEncoder();
  const parts: Rows[] = [];
  let part: Rows = [];
  let partBytes = 0;
  for (const row of rows) {
    const bytes = encoder.encode(JSON.stringify(row)).length;
    if (part.length > 0 && (part.length >= PUSH_LIMIT || partBytes + bytes > PUSH_BYTES)) {
      parts.push(part);
      part = [];
      partBytes = 0;
    }
    part.push(row);
    partBytes += bytes;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
