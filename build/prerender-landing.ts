import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ManifestOptions } from "vite-plugin-pwa";
import type { Plugin, Rolldown } from "vite";
import { type Landing, printLandings, PUBLIC_SCREENS } from "./print-landing.ts";
import { type SentenceFiles, START } from "./sentence-files.ts";
import { manifestIn } from "./web-manifest.ts";

/** Which addresses lead somewhere: the server answers all others with 404. */
const PATHS_FILE = "paths.json";
const TEXT_FONT = /\/inter-latin-wght-normal-[^/]+\.woff2$/;
const PRELOADED_MODULE = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const START_AT_LAST_MS = 1000;

/**
 * Writes for the server what draws public pages, and adds the start page as guests see it to the build, in each language the page of the app with its markup and its styles within
 * (`landing.html`, `landing.es.html`…) and what a system is told of the app, and which addresses the app knows.
 */
export function prerenderLanding(root: string, sentences: SentenceFiles, manifest: Partial<ManifestOptions>): Plugin {
  let forServer: Readonly<Record<string, string>> = {};
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
        const said = [START, ...PUBLIC_SCREENS];
        const messagesOf = (language: string) =>
          Object.assign({}, ...said.map((name) => sentences.messagesOf(name, language)));
        const messages = Object.fromEntries(sentences.languages().map((each) => [each, messagesOf(each)]));
        const { landings, paths, code } = await printLandings(root, messages);
        const common = letWordsComeFirst(withStyles(String(page.source), bundle));
        const emit = (fileName: string, source: string) => this.emitFile({ type: "asset", fileName, source });
        for (const [index, landing] of landings.entries()) {
          const isFirst = index === 0;
          emit(isFirst ? "landing.html" : `landing.${landing.language}.html`, pageOf(landing, common, isFirst));
          if (!isFirst) emit(manifestName(landing.language), JSON.stringify(manifestIn(manifest, landing)));
        }
        emit(PATHS_FILE, JSON.stringify(paths));
        forServer = { "public-pages.js": code, "sentences.json": JSON.stringify(messages), "page.html": common };
      },
    },
    // Beside what browsers are given, and out of their reach: the server loads it (`sync-server/public-pages/`).
    async writeBundle({ dir }) {
      if (dir === undefined || Object.keys(forServer).length === 0) return;
      const folder = join(dirname(dir), "server");
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      for (const [name, text] of Object.entries(forServer)) await writeFile(join(folder, name), text);
    },
  };
}

function manifestName(language: string): string {
  return `manifest.${language}.webmanifest`;
}

function withStyles(page: string, bundle: Rolldown.OutputBundle): string {
  const styled = replaceOne(page, /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (file) => {
    const styles = bundle[file];
    if (styles?.type !== "asset") throw new Error(`The build has no ${file}.`);
    // The link, which nothing is fetched for, tells what loads screens that their styles are there: else they come, and apply, again.
    return `<style>${String(styles.source).trim()}</style>\n    <link rel="stylesheet" href="/${file}" disabled>`;
  });
  const font = Object.keys(bundle).find((file) => TEXT_FONT.test(file));
  if (font === undefined) throw new Error("The build has no font for text.");
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`;
  return replaceOne(styled, /(<\/title>)/g, (end) => `${end}\n    ${preload}`);
}

function pageOf(
  { language, direction, title, description, links, markup }: Landing,
  page: string,
  isFirst: boolean,
): string {
  const replacements: readonly (readonly [RegExp, (group: string) => string])[] = [
    [/<html lang="en" dir="ltr"()/g, () => `<html lang="${language}" dir="${direction}"`],
    [
      /<meta\s+name="description"\s+content="([^"]*)"/g,
      () => `<meta name="description" content="${escaped(description)}"`,
    ],
    [/<title>(.*?)<\/title>/g, () => `<title>${escaped(title)}</title>\n    ${links.map(linkOf).join("\n    ")}`],
    [/<div id="root">()<\/div>/g, () => `<div id="root" data-prerendered="${language}">${markup}</div>`],
    [/"\/(manifest\.webmanifest)"/g, (name) => `"/${isFirst ? name : manifestName(language)}"`],
  ];
  return replacements.reduce((text, [pattern, by]) => replaceOne(text, pattern, by), page);
}

function linkOf({ rel, href, hreflang }: Landing["links"][number]): string {
  const language = hreflang === undefined ? "" : ` hreflang="${hreflang}"`;
  return `<link rel="${rel}"${language} href="${href}" data-language-link>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/**
 * What is read needs none of the scripts: they are fetched once the words stand in their own font, or after a second. Where
 * nobody sees them, since the device knows somebody, reads another language, or the tab is behind others, nothing is waited for.
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
        if (document.hidden || document.documentElement.matches(".known-device, .other-language")) start();
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
