import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { BUILDS, fingerprintOf, newBuildName, showBuild } from "#build/build-folder.ts";
import { EDITOR_FILE } from "#build/editor-file.ts";
import { folderChunks } from "#build/folder-chunks.ts";
import { precompress } from "#build/precompress.ts";
import { prerenderLanding } from "#build/prerender-landing.ts";
import { preloadInTurn } from "#build/preload-in-turn.ts";
import { quietStorage } from "#build/quiet-storage.ts";
import { OPERATORS_FILE, scriptBounds } from "#build/script-bounds.ts";
import { sentenceFiles } from "#build/sentence-files.ts";
import { sentences } from "#build/sentences.ts";
import { webManifest } from "#build/web-manifest.ts";
import { amountsTogether } from "#schemas/values/amounts-together.ts";

const DIST = join(import.meta.dirname, "dist");
/** Each build has a folder of its own and is shown as `dist/pwa` once it is whole: servers go on with the one that they serve. */
const BUILD = newBuildName(new Date());
const OUT_DIR = join(DIST, BUILDS, BUILD, "pwa");
const SERVER = `http://127.0.0.1:${process.env["PORT"] ?? "3000"}`;
const DOOR = /\/pwa\/[\w-]+\/door\.tsx?$/;
const ICON = /\/lucide-react\/.*\/icons\//;

const ROOT = join(import.meta.dirname, "pwa");
const said = sentenceFiles(ROOT, amountsTogether);
const bounds = scriptBounds(OUT_DIR, said);
/** What changes while it is being built is built the next time. */
const madeFrom = fingerprintOf(import.meta.dirname);

export default defineConfig({
  root: "pwa",
  publicDir: "public",
  // The content security policy allows no data: fonts or scripts, so nothing is inlined.
  build: {
    outDir: OUT_DIR,
    emptyOutDir: true,
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    // Many screens share many small modules: a file each would compress worse than what is loaded in vain weighs.
    rolldownOptions: {
      // Whoever takes one thing through a feature's door does not load the others.
      treeshake: { moduleSideEffects: [{ test: DOOR, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // What the app begins with, and nothing that it does not: the start page loads no other.
            { name: "ground", tags: ["$initial"], priority: 2 },
            // Their dependencies stay where they are: a file holds nothing that others need without it.
            {
              name: folderChunks(import.meta.dirname, OPERATORS_FILE),
              debugName: "folders",
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: "icons", test: ICON, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  // Writes style elements, which the content security policy does not allow either.
  resolve: { alias: { "react-style-singleton": join(import.meta.dirname, "pwa/ui/style-singleton.ts") } },
  server: {
    port: 5173,
    proxy: {
      "/api": SERVER,
      "/.well-known": SERVER,
      "/asset-images": SERVER,
      "/socket.io": { target: SERVER, ws: true },
    },
  },
  plugins: [
    sentences(),
    said,
    react(),
    tailwindcss(),
    quietStorage(),
    preloadInTurn(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: ".",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: null,
      injectManifest: {
        // Of the sentences the worker keeps the language that is read (`pwa/sw.ts`).
        globPatterns: ["**/*.{js,css,html,svg}", "**/*-latin-*.woff2", "assets/whole.*.json"],
        // Without a connection the shell stands for the start page of other languages.
        // The operators' screens need a connection: no device keeps them.
        globIgnores: [
          "sw.js",
          "landing.*.html",
          `assets/${OPERATORS_FILE}-*.js`,
          "assets/console-link-*.js",
          // Who writes needs a connection as well.
          `assets/${EDITOR_FILE}-*.js`,
        ],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      manifest: webManifest,
    }),
    prerenderLanding(ROOT, said, webManifest),
    bounds,
    precompress(OUT_DIR, async () => {
      await bounds.check();
      await showBuild(DIST, BUILD, await madeFrom);
    }),
  ],
});
