const HEADER = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
/** Bytes that are gathered before they are handed to the browser, which need not keep them in memory. */
const PART_BYTES = 1024 * 1024;

/** A PDF that is written from front to back: of what was added only its place is remembered. */
export interface PdfFile {
  /** The number of an object that is written later. */
  reserve(): number;
  /** Writes an object; its stream, if any, is compressed. Answers with its number. */
  add(dictionary: string, stream?: Uint8Array<ArrayBuffer>, number?: number): Promise<number>;
  /** Ends the file with its catalog. */
  finish(catalog: number, info: number): Blob;
}

export function openPdf(): PdfFile {
  const offsets: number[] = [];
  let length = 0;
  let parts: BlobPart[] = [];
  let gathered = 0;
  let done: Blob[] = [];

  function write(part: string | Uint8Array<ArrayBuffer>): void {
    const bytes = typeof part === "string" ? latin1(part) : part;
    parts.push(bytes);
    length += bytes.length;
    gathered += bytes.length;
    if (gathered < PART_BYTES) return;
    done.push(new Blob(parts));
    parts = [];
    gathered = 0;
  }

  function reserve(): number {
    offsets.push(0);
    return offsets.length;
  }

  write(HEADER);
  return {
    reserve,
    async add(dictionary, stream, number = reserve()) {
      const compressed = stream === undefined ? null : await deflate(stream);
      // The object begins where the file ends at this moment: nothing may be awaited from here on.
      offsets[number - 1] = length;
      write(`${number} 0 obj\n`);
      if (compressed === null) write(dictionary);
      else {
        const inner = dictionary.replace(/^<<|>>$/g, "");
        write(`<<${inner} /Filter /FlateDecode /Length ${compressed.length}>>\nstream\n`);
        write(compressed);
        write("\nendstream");
      }
      write("\nendobj\n");
      return number;
    },
    finish(catalog, info) {
      const start = length;
      const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
      write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join("")}`);
      write(`trailer\n<</Size ${offsets.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R>>\n`);
      write(`startxref\n${start}\n%%EOF\n`);
      const file = new Blob([...done, ...parts], { type: "application/pdf" });
      done = [];
      parts = [];
      return file;
    },
  };
}

/** A text outside of the page's content: a title, say. */
export function textString(text: string): string {
  return `<FEFF${utf16Hex(text)}>`;
}

export function utf16Hex(text: string): string {
  let hex = "";
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, "0");
  return hex;
}

/** A number as PDF takes it: never with an exponent, and no longer than a page needs. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
