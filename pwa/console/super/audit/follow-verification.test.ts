import { expect, test } from "vitest";
import type { AuditLine } from "#schemas/audit.ts";
import { followVerification } from "./follow-verification.ts";

const PROGRESS = '{"line":"progress","rows":2500,"of":5000}\n';
const FOUND = '{"line":"found","isWhole":true,"rows":5000,"brokenAt":null,"problem":"","anchors":1,"anchored":4990}\n';

/** What is sent arrives in parts that end anywhere. */
async function read(text: string, size: number): Promise<AuditLine["line"][]> {
  const bytes = new TextEncoder().encode(text);
  const parts = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const seen: AuditLine["line"][] = [];
  await followVerification(parts, ({ line }) => seen.push(line));
  return seen;
}

test.each([1, 7, 10_000])("lines are read whole, whatever parts they come in: %i", async (size) => {
  expect(await read(`${PROGRESS}${PROGRESS}${FOUND}`, size)).toEqual(["progress", "progress", "found"]);
});

test("a verification that breaks off found nothing", async () => {
  await expect(read("", 10)).rejects.toThrow("broke off");
  await expect(read(PROGRESS, 10)).rejects.toThrow("broke off");
  await expect(read(`${PROGRESS}${FOUND.slice(0, 30)}`, 10)).rejects.toThrow("broke off");
});
