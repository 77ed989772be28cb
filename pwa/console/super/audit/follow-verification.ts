import * as v from "valibot";
import { AuditLine } from "#schemas/audit.ts";

/** Reads what a verification says, line by line, as it comes. Answers with the last line; throws where it breaks off or says something else. */
export async function followVerification(
  parts: ReadableStream<Uint8Array>,
  onLine: (line: AuditLine) => void,
): Promise<void> {
  const reader = parts.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  let last: AuditLine | null = null;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = `${rest}${part.value}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      last = v.parse(AuditLine, JSON.parse(line));
      onLine(last);
    }
  }
  if (last === null || last.line === "progress") throw new TypeError("the verification broke off");
}
