import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";
const APPENDS = "document.head.appendChild(link);";
/** What of it no page of ours needs: neither import maps nor nonces; each first load carries it, and pays for it at each link. */
const NEEDLESS = [
  "if (import.meta.resolve) return new URL(import.meta.resolve(specifier));",
  'const cspNonceMeta = document.querySelector("meta[property=csp-nonce]");',
  'const cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");',
  'if (cspNonce) link.setAttribute("nonce", cspNonce);',
];
/** What a slow phone may take for it at once, in ms. */
const SLICE_MS = 5;

/**
 * Each link begins a fetch, and a slow phone takes milliseconds for one: a screen of thirty files kept it from answering for a fifth
 * of a second. Those of scripts are added in turn, in as many tasks as it needs; the import begins once all of its own are.
 */
const IN_TURN = `
let turn = Promise.resolve();
let endMs = 0;
const yieldTask = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
function addInTurn(link) {
  return (turn = turn.then(async () => {
    if (performance.now() > endMs) {
      await yieldTask();
      endMs = performance.now() + ${SLICE_MS};
    }
    document.head.appendChild(link);
  }));
}
`;

/** The bundler's helper, so that it adds the links of scripts in turn. Throws where it is written in another way than was known. */
export function inTurn(code: string): string {
  const needed = NEEDLESS.reduce((rest, part) => replaceOne(rest, part, ""), code);
  return replaceOne(needed, APPENDS, `if (!isCss) return addInTurn(link);\n${APPENDS}`) + IN_TURN;
}

function replaceOne(code: string, part: string, by: string): string {
  const parts = code.split(part);
  if (parts.length !== 2) throw new Error(`The bundler preloads scripts in another way than was known: ${part}`);
  return parts.join(by);
}

/** Has scripts preloaded without keeping the page from answering. */
export function preloadInTurn(): Plugin {
  return {
    name: "astrolabe:preload-in-turn",
    apply: "build",
    transform(code, id) {
      return id === HELPER ? { code: inTurn(code), map: null } : null;
    },
  };
}
