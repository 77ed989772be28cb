import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { chunkParts } from "#build/chunk-parts.ts";
import { prerenderLanding } from "#build/prerender-landing.ts";
import { scriptBounds } from "#build/script-bounds.ts";

const OUT_DIR = join(import.meta.dirname, "dist/pwa");
const SERVER = `http://127.0.0.1:${process.env["PORT"] ?? "3000"}`;
/** Screens and other parts that a module has at least where it comes with what all of them share. */
const SHARED_BY = 12;
const DOOR = /\/pwa\/[\w-]+\/door\.tsx?$/;
const ICON = /\/lucide-react\/.*\/icons\//;
const COMPRESSED = /\.(?:js|css|html|svg|json|webmanifest)$/;

const bounds = scriptBounds(OUT_DIR);

/** Writes a .br and a .gz beside every text file, so that the server never compresses while answering. */
function precompress(): Plugin {
  // A build that failed is closed, too, and what it failed of is what must be told.
  let isWritten = false;
  return {
    name: "astrolabe:precompress",
    apply: "build",
    enforce: "post",
    writeBundle: () => {
      isWritten = true;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        if (!isWritten) return;
        const files = await readdir(OUT_DIR, { recursive: true });
        await Promise.all(files.filter((file) => COMPRESSED.test(file)).map((file) => compress(join(OUT_DIR, file))));
        await bounds.check();
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

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
            { name: "ground", tags: ["$initial"], priority: 3 },
            { name: "shared", test: /\/pwa\/|\/schemas\/|lucide-react/, minShareCount: SHARED_BY, priority: 2 },
            // Their dependencies stay where they are: a part holds nothing that others need without it.
            { name: "icons", test: ICON, minShareCount: 2, priority: 1, includeDependenciesRecursively: false },
            { name: chunkParts(), debugName: "parts", includeDependenciesRecursively: false },
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
    react(),
    tailwindcss(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: ".",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: null,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg}", "**/*-latin-*.woff2"],
        globIgnores: ["sw.js"],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      manifest: {
        id: "/",
        name: "Astrolabe",
        short_name: "Astrolabe",
        description: "A wallet and exchange for the Stellar network that keeps working offline.",
        lang: "en",
        start_url: "/dashboard",
        scope: "/",
        display: "standalone",
        background_color: "#0b0f19",
        theme_color: "#0b0f19",
        categories: ["finance"],
        icons: [
          ...[48, 72, 96, 128, 144, 152, 192, 256, 384, 512].map((size) => ({
            src: `/icons/icon-${size}.png`,
            sizes: `${size}x${size}`,
            type: "image/png",
            purpose: "any" as const,
          })),
          ...[192, 512].map((size) => ({
            src: `/icons/maskable-${size}.png`,
            sizes: `${size}x${size}`,
            type: "image/png",
            purpose: "maskable" as const,
          })),
        ],
        shortcuts: [
          { name: "Send", url: "/send" },
          { name: "Receive", url: "/receive" },
          { name: "History", url: "/transactions" },
        ].map((shortcut) => ({
          ...shortcut,
          icons: [{ src: "/icons/icon-96.png", sizes: "96x96", type: "image/png" }],
        })),
        screenshots: [
          {
            src: "/screenshots/phone.png",
            sizes: "390x844",
            type: "image/png",
            form_factor: "narrow",
            label: "The dashboard on a phone",
          },
          {
            src: "/screenshots/desktop.png",
            sizes: "1440x900",
            type: "image/png",
            form_factor: "wide",
            label: "The dashboard on a desktop",
          },
        ],
        share_target: { action: "/send", method: "GET", params: { text: "text", url: "url" } },
        protocol_handlers: [{ protocol: "web+stellar", url: "/send?uri=%s" }],
      },
    }),
    prerenderLanding(join(import.meta.dirname, "pwa")),
    bounds,
    precompress(),
  ],
});
