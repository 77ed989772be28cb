import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ConfigError } from "./config.ts";

const SCRIPT = join(import.meta.dirname, "../build/build-if-changed.ts");

/**
 * Builds the app where it has changed, in a process of its own, so that everything else that a start does goes on beside it. Resolves once there is
 * a build; throws {@link ConfigError} where there can be none, and the signal's reason once nobody wants one any more. The build is told nothing of this process's
 * environment, which has secrets.
 */
export async function buildBeside(signal: AbortSignal, script = SCRIPT): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "inherit", "inherit"], env: {} });
  const stop = () => child.kill();
  signal.addEventListener("abort", stop, { once: true });
  const [code] = await once(child, "exit");
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (code !== 0) throw new ConfigError("The app could not be built; what it failed of is told above.");
}
