import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Debian's package puts the browser. */
const DEBIAN_PATH = "/usr/bin/chromium";

/**
 * Makes sure that a Chromium is there and answers with its path, or undefined for Playwright's own. Missing ones come from
 * Debian's package where this is root on Debian, else from Playwright.
 */
export function ensureChromium(): string | undefined {
  const given = process.env["CHROMIUM_PATH"];
  if (given) return given;
  if (existsSync(DEBIAN_PATH)) return DEBIAN_PATH;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    if (existsSync(DEBIAN_PATH)) return DEBIAN_PATH;
  }
  run("npx", ["playwright", "install", "chromium"]);
  return undefined;
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}
