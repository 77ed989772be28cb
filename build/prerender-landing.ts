import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import react from "@vitejs/plugin-react";
import * as v from "valibot";
import { sentences } from "./sentences.ts";
import { build, type Plugin } from "vite";

/** The built page that needs no script to be read. */
const LANDING_FILE = "landing.html";
/** Which addresses lead somewhere: the server answers all others with 404. */
const PATHS_FILE = "paths.json";
const TEXT_FONT = /\/inter-latin-wght-normal-[^/]+\.woff2$/;
const PRELOADED_MODULE = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const START_AT_LAST_MS = 1000;
const WORKER_HOOK = "virtual:pwa-register/react";
const WITHOUT_WORKER = `export const useRegisterSW = () => ({
  needRefresh: [false, () => undefined],
  updateServiceWorker: async () => undefined,
});`;

const PRINT = `import { paths, renderLanding, title } from "./landing.mjs";
const printed = JSON.stringify({ title, markup: await renderLanding(), paths: paths() });
process.stdout.write(printed, () => process.exit());`;
const RENDER_TIMEOUT_MS = 60_000;

const Printed = v.object({
  title: v.string(),
  markup: v.pipe(v.string(), v.includes("<h1")),
  paths: v.pipe(v.array(v.string()), v.includes("/")),
});

/**
 * Adds the start page as guests see it to the build, the page of the app with its markup and its styles within, and which addresses
 * the app knows.
 */
export function prerenderLanding(root: string): Plugin {
  return {
    name: "astrolabe:prerender-landing",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        // The service worker is a build of its own.
        if (page?.type !== "asset") return;
        const { title, markup, paths } = await renderLanding(root);
        const styled = replaceOne(String(page.source), /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (file) => {
          const styles = bundle[file];
          if (styles?.type !== "asset") throw new Error(`The build has no ${file}.`);
          return `<style>${String(styles.source).trim()}</style>`;
        });
        const font = Object.keys(bundle).find((file) => TEXT_FONT.test(file));
        if (font === undefined) throw new Error("The build has no font for text.");
        const titled = replaceOne(
          styled,
          /<title>(.*?)<\/title>/g,
          () => `<title>${title}</title>\n    ${preloadOf(font)}`,
        );
        const source = replaceOne(
          titled,
          /<div id="root">()<\/div>/g,
          () => `<div id="root" data-prerendered>${markup}</div>`,
        );
        this.emitFile({ type: "asset", fileName: LANDING_FILE, source: letWordsComeFirst(source) });
        this.emitFile({ type: "asset", fileName: PATHS_FILE, source: JSON.stringify(paths) });
      },
    },
  };
}

function preloadOf(font: string): string {
  return `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`;
}

/**
 * What is read needs none of the scripts: they are fetched once the words stand in their own font, or after a second. Where
 * nobody sees them, since the device knows somebody or the tab is behind others, nothing is waited for.
 */
function letWordsComeFirst(page: string): string {
  const parts = [...page.matchAll(PRELOADED_MODULE)].map(([, href]) => href);
  return replaceOne(
    page.replaceAll(PRELOADED_MODULE, ""),
    /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
    (entry) => `<script>
      {
        let isStarted = false;
        const add = (name, facts) => document.head.append(Object.assign(document.createElement(name), facts));
        const start = () => {
          if (isStarted) return;
          isStarted = true;
          for (const href of ${JSON.stringify(parts)}) add("link", { rel: "modulepreload", crossOrigin: "", href });
          add("script", { type: "module", crossOrigin: "", src: ${JSON.stringify(entry)} });
        };
        if (document.hidden || document.documentElement.classList.contains("known-device")) start();
        else {
          addEventListener("load", () => requestAnimationFrame(() => setTimeout(start)));
          setTimeout(start, ${START_AT_LAST_MS});
        }
      }
    </script>`,
  );
}

/** Throws where the pattern, which has one group, is not there exactly once. */
function replaceOne(text: string, pattern: RegExp, by: (group: string) => string): string {
  const count = [...text.matchAll(pattern)].length;
  if (count !== 1) throw new Error(`The built page has ${count} of ${pattern.source}, not one.`);
  return text.replace(pattern, (_, group: string) => by(group));
}

async function renderLanding(root: string): Promise<v.InferOutput<typeof Printed>> {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-prerender-"));
  try {
    await writeFile(join(folder, "landing.mjs"), await buildEntry(root));
    await writeFile(join(folder, "print.mjs"), PRINT);
    // A process of its own: what the app leaves running would keep the build from ending.
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "print.mjs")], {
      timeout: RENDER_TIMEOUT_MS,
    });
    return v.parse(Printed, JSON.parse(stdout));
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
  if (output?.type !== "chunk" || others.length > 0) throw new Error("The start page was not built in one piece.");
  return output.code;
}

/** What is fetched when it is shown stays out, and so does the service worker. */
function withoutScreens(): Plugin {
  return {
    name: "astrolabe:without-screens",
    enforce: "pre",
    resolveId(id, _, { kind }: { kind?: string }) {
      if (id === WORKER_HOOK) return `\0${WORKER_HOOK}`;
      return kind === "dynamic-import" && !id.endsWith(".po") ? { id, external: true } : null;
    },
    load: (id) => (id === `\0${WORKER_HOOK}` ? WITHOUT_WORKER : null),
  };
}
