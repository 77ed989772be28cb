import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** Bytes that this process holds after a collection, its buffers included. */
export function heapOf(): number {
  if (typeof collect === "function") for (let turn = 0; turn < 2; turn += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
