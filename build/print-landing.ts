import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import react from "@vitejs/plugin-react";
import * as v from "valibot";
import { build, type Plugin } from "vite";
import type { Messages } from "./read-catalogues.ts";
import { sentences } from "./sentences.ts";

const WORKER_HOOK = "virtual:pwa-register/react";
const WITHOUT_WORKER = `export const useRegisterSW = () => ({
  needRefresh: [false, () => undefined],
  updateServiceWorker: async () => undefined,
});`;

const SENTENCE_FILES = /\/pwa\/platform\/language\/sentence-files\.ts$/;
/** What is drawn outside of a browser has all its sentences from the start: nothing is fetched. */
const NOTHING_FETCHED = `export const areKept = () => false;
export const fetchSentences = async () => ({});
export const readKept = async () => null;
export const keptLanguage = async () => null;
export const keepSentences = async () => undefined;`;
/** The screens that are drawn outside of a browser, too. */
export const PUBLIC_SCREENS = [
  "assets/guest-directory",
  "deposits/guest-buy",
  "landing/landing-screen",
  "pages/page-screen",
  "pages/written-screen",
] as const;

const PRINT = `import { readFile } from "node:fs/promises";
import { paths, renderLandings } from "./landing.mjs";
const messages = JSON.parse(await readFile(new URL("messages.json", import.meta.url), "utf8"));
const printed = JSON.stringify({ landings: await renderLandings(messages), paths: paths() });
process.stdout.write(printed, () => process.exit());`;
const RENDER_TIMEOUT_MS = 60_000;
const MOST_BYTES = 10 * 1024 * 1024;

const Words = v.pipe(v.string(), v.minLength(1));
const Landing = v.object({
  language: Words,
  direction: v.picklist(["ltr", "rtl"]),
  title: Words,
  description: Words,
  installed: v.object({
    description: Words,
    shortcuts: v.record(v.string(), Words),
    screenshots: v.object({ narrow: Words, wide: Words }),
  }),
  links: v.array(v.object({ rel: v.string(), href: v.string(), hreflang: v.optional(v.string()) })),
  markup: v.pipe(v.string(), v.includes("<h1")),
});
/** The start page in a language, and what is said around it. */
export type Landing = v.InferOutput<typeof Landing>;

const Printed = v.object({
  landings: v.pipe(v.array(Landing), v.minLength(1)),
  paths: v.pipe(v.array(v.string()), v.includes("/")),
});

/**
 * Renders the start page in every language, the one that all falls back to first, and lists the addresses that the app knows; with the
 * program that did it, which draws every other public page as well.
 */
export async function printLandings(
  root: string,
  messages: Readonly<Record<string, Messages>>,
): Promise<v.InferOutput<typeof Printed> & { readonly code: string }> {
  const code = await buildEntry(root);
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-prerender-"));
  try {
    await writeFile(join(folder, "landing.mjs"), code);
    await writeFile(join(folder, "messages.json"), JSON.stringify(messages));
    await writeFile(join(folder, "print.mjs"), PRINT);
    // A process of its own: what the app leaves running would keep the build from ending.
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "print.mjs")], {
      timeout: RENDER_TIMEOUT_MS,
      maxBuffer: MOST_BYTES,
    });
    return { ...v.parse(Printed, JSON.parse(stdout)), code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildEntry(root: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: "warn",
    // Node would say that it has none; whoever reads it knows how to do without.
    define: { localStorage: "undefined", self: "globalThis", window: "globalThis" },
    plugins: [sentences(), react(), withoutScreens()],
    // The browser's own parts throughout: the markup has to be what the browser renders.
    ssr: { target: "webworker", noExternal: true },
    build: {
      ssr: "app/prerender.tsx",
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output, ...others] = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  if (output?.type !== "chunk" || others.length > 0) throw new Error("The public pages were not built in one piece.");
  return output.code;
}

/** What is fetched when it is shown stays out, but for the public screens themselves; and so does the service worker. */
function withoutScreens(): Plugin {
  return {
    name: "astrolabe:without-screens",
    enforce: "pre",
    resolveId(id, _, { kind }: { kind?: string }) {
      if (id === WORKER_HOOK) return `\0${WORKER_HOOK}`;
      if (kind !== "dynamic-import" || PUBLIC_SCREENS.some((name) => id.endsWith(`/${name}.tsx`))) return null;
      return { id, external: true };
    },
    load(id) {
      if (SENTENCE_FILES.test(id)) return NOTHING_FETCHED;
      return id === `\0${WORKER_HOOK}` ? WITHOUT_WORKER : null;
    },
  };
}
