import { get } from "node:http";
import * as v from "valibot";

/** Opens so many streams to an address; tells its parent when all are open, and when each round's event has reached all. */
const [url = "", count = "0"] = process.argv.slice(2);
const listeners = Number(count);
let opened = 0;
let heard = 0;

function tell(message: { readonly kind: "open" | "heard"; readonly atMs: number }): void {
  process.send?.(message);
}

const nowMs = () => performance.timeOrigin + performance.now();

for (let index = 0; index < listeners; index += 1) {
  get(url, { agent: false, headers: { accept: "text/event-stream" } }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => {
      if (chunk.includes('data: "hello"')) {
        opened += 1;
        if (opened === listeners) tell({ kind: "open", atMs: nowMs() });
      }
      if (!chunk.includes("\nid: ") && !chunk.startsWith("id: ")) return;
      heard += 1;
      if (heard < listeners) return;
      heard = 0;
      tell({ kind: "heard", atMs: nowMs() });
    });
  }).on("error", (error) => {
    process.stderr.write(`a listener failed: ${error.message}\n`);
    process.exit(1);
  });
}

process.on("message", (message) => {
  if (v.is(v.literal("stop"), message)) process.exit(0);
});
