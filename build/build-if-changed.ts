import { join } from "node:path";
import { builtFrom, fingerprintOf } from "./build-folder.ts";

const ROOT = join(import.meta.dirname, "..");

// What was built from the same is not built again: a start waits for it.
if ((await builtFrom(join(ROOT, "dist"))) !== (await fingerprintOf(ROOT))) {
  // Loaded only now: it takes as long as everything else here.
  const { build } = await import("vite");
  await build({ configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" });
}
