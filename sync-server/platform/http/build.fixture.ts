import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const EARLY_SCRIPT = "document.title += '!'";
export const LANDING =
  "<!doctype html><title>Astrolabe</title><style>h1{margin:0}</style><h1>Words for guests</h1><script>start()</script>";
export const LANDING_IN_ARABIC = LANDING.replace("Words", "كلمات").replace("start()", "begin()");

/** A folder as a build leaves it: a shell, start pages in two languages, scripts. */
export async function writeBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-pwa-"));
  await mkdir(join(folder, "assets"));
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><title>Astrolabe</title><script>${EARLY_SCRIPT}</script>`,
  );
  await writeFile(join(folder, "landing.html"), LANDING);
  await writeFile(join(folder, "landing.html.br"), "compressed landing");
  await writeFile(join(folder, "landing.ar.html"), LANDING_IN_ARABIC);
  await writeFile(
    join(folder, "paths.json"),
    JSON.stringify(["/", "/dashboard", "/assets/$asset", "/admin/$", "/ar/about"]),
  );
  await writeFile(join(folder, "sw.js"), "self.skipWaiting");
  await writeFile(join(folder, "assets", "main-abc123.js"), "plain");
  await writeFile(join(folder, "assets", "main-abc123.js.br"), "compressed");
  return folder;
}
