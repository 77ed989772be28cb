import { createReadStream, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";

/** What a process did to its files, with the time (in ms since 1970) at which each of it was begun and done. */
export type DiskCall =
  | { kind: "write"; file: string; at: number; offset: number; bytes: Buffer }
  | { kind: "truncate"; file: string; at: number; size: number }
  | { kind: "remove"; file: string; at: number }
  | { kind: "sync"; file: string; begun: number; at: number };

const SECTOR_BYTES = 512;

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/;
const UNFINISHED = / <unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. \w+ resumed>(.*)$/;
const REMOVAL = /^unlink\("([^"]*)"\) += 0/;
const CALL = /^(\w+)\(\d+<([^>]*)>(?:, )?(.*)\) += (-?\d+).*?(?:<(\d+\.\d+)>)?$/;

/** Reads what `strace -f -ttt -T -y -xx` wrote. */
export async function readTrace(path: string): Promise<DiskCall[]> {
  const calls: DiskCall[] = [];
  const pending = new Map<string, { begun: number; text: string }>();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [, thread = "", seconds = "", text = ""] = LINE.exec(line) ?? [];
    const time = Number(seconds) * 1000;
    if (UNFINISHED.test(text)) {
      pending.set(thread, { begun: time, text: text.replace(UNFINISHED, "") });
      continue;
    }
    const rest = RESUMED.exec(text)?.[1];
    const first = rest === undefined ? undefined : pending.get(thread);
    const call = parseCall(
      first === undefined ? text : first.text + rest,
      first?.begun ?? time,
      first === undefined ? undefined : time,
    );
    if (call !== undefined) calls.push(call);
  }
  return calls;
}

function parseCall(text: string, begun: number, done: number | undefined): DiskCall | undefined {
  const removed = REMOVAL.exec(text)?.[1];
  if (removed !== undefined) return { kind: "remove", file: basename(plain(removed).toString()), at: done ?? begun };
  const [, name = "", path = "", rest = "", result = "", duration = "0"] = CALL.exec(text) ?? [];
  const file = basename(plain(path).toString());
  const at = done ?? begun + Number(duration) * 1000;
  if (name === "fdatasync" || name === "fsync") return result === "0" ? { kind: "sync", file, begun, at } : undefined;
  if (name === "ftruncate") return { kind: "truncate", file, at, size: Number(rest) };
  if (name !== "pwrite64") return undefined;
  const [, hex = "", offset = ""] = /^"((?:\\x[0-9a-f]{2})*)", \d+, (\d+)$/.exec(rest) ?? [];
  const bytes = plain(hex);
  if (bytes.length !== Number(result)) throw new Error(`a write of ${result} bytes was traced with ${bytes.length}`);
  return { kind: "write", file, at, offset: Number(offset), bytes };
}

/** With -xx everything is told as hexadecimal digits, names of files too. */
function plain(hex: string): Buffer {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}

/**
 * Leaves in the folder what a power cut at the moment leaves on the disk: all that a finished sync covers, and of what
 * came later only those sectors that `survives` picks.
 */
export function leaveAsCut(calls: readonly DiskCall[], moment: number, folder: string, survives: () => boolean): void {
  const past = calls.filter((call) => call.at <= moment);
  for (const file of new Set(past.map((call) => call.file))) {
    // The server forces its folder to the disk before it serves, and removes no file while it does.
    const removal = past.findLastIndex((call) => call.kind === "remove" && call.file === file);
    const own = past.slice(removal + 1).filter((call) => call.file === file);
    if (own.length === 0) continue;
    const covered = Math.max(0, ...own.map((call) => (call.kind === "sync" ? call.begun : 0)));
    let image: Buffer = Buffer.alloc(0);
    for (const call of own) {
      const isSafe = call.kind === "sync" || call.at <= covered;
      if (call.kind === "truncate" && (isSafe || survives())) image = resized(image, call.size);
      if (call.kind === "write") image = isSafe ? written(image, call.offset, call.bytes) : torn(image, call, survives);
    }
    writeFileSync(join(folder, file), image);
  }
}

function resized(image: Buffer, size: number): Buffer {
  return size <= image.length ? image.subarray(0, size) : Buffer.concat([image, Buffer.alloc(size - image.length)]);
}

function written(image: Buffer, offset: number, bytes: Buffer): Buffer {
  // Room to grow, since a log grows by many small pieces.
  const end = offset + bytes.length;
  let out = image;
  if (end > image.length) {
    out = Buffer.from(image.buffer, image.byteOffset, image.length);
    const room = image.buffer.byteLength - image.byteOffset;
    if (end <= room) out = Buffer.from(image.buffer, image.byteOffset, end);
    else {
      const grown = Buffer.from(new ArrayBuffer(end * 2), 0, end);
      image.copy(grown);
      out = grown;
    }
  }
  bytes.copy(out, offset);
  return out;
}

function torn(image: Buffer, call: { offset: number; bytes: Buffer }, survives: () => boolean): Buffer {
  let out = image;
  for (let at = 0; at < call.bytes.length;) {
    const end = Math.min(
      call.bytes.length,
      (Math.floor((call.offset + at) / SECTOR_BYTES) + 1) * SECTOR_BYTES - call.offset,
    );
    if (survives()) out = written(out, call.offset + at, call.bytes.subarray(at, end));
    at = end;
  }
  return out;
}
