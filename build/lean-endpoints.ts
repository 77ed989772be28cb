import type { Plugin } from "vite";

const ENDPOINTS = /\/schemas\/endpoints\/[\w-]+\.ts$/;
/** Where the app would miss what is left out. */
const READ = /ENDPOINTS\.\w+\.(?:summary|errors)\b/;
const APP = /\/pwa\/[^?]*\.tsx?$/;
const METHOD = /^ {4}method: "/gm;
const SUMMARY = /^ {4}summary:\s*"(?:[^"\\]|\\.)*",\n/gm;
const ERRORS = /^ {4}errors: (?:[\w.]+|\[[^\]]*\]),\n/gm;

/**
 * Leaves out of the app what its endpoints say for the server's own documentation: five kilobytes that no screen reads. Fails where
 * an endpoint is not written as the formatter writes it, and where a screen would read it all the same.
 */
export function leanEndpoints(): Plugin {
  return {
    name: "astrolabe:lean-endpoints",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (APP.test(id) && READ.test(code)) throw new Error(`${id}: the app knows no endpoint's summary or errors`);
      if (!ENDPOINTS.test(id)) return null;
      const many = code.match(METHOD)?.length ?? 0;
      for (const part of [SUMMARY, ERRORS])
        if ((code.match(part)?.length ?? 0) !== many)
          throw new Error(`${id}: an endpoint's summary or errors were not found`);
      return { code: code.replaceAll(SUMMARY, "").replaceAll(ERRORS, ""), map: null };
    },
  };
}
