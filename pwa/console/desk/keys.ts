import { isAlone, type Press } from "#pwa/parts/keys/keys.ts";

/** What a key asks for in the console. None of it decides anything: that takes the form that it leads to. */
export type Command =
  | { readonly kind: "next" | "previous" | "mark" | "search" | "help" | "close" }
  | { readonly kind: "go"; readonly letter: string };

const PLAIN: ReadonlyMap<string, Exclude<Command["kind"], "go">> = new Map([
  ["j", "next"],
  ["k", "previous"],
  ["x", "mark"],
  ["/", "search"],
  ["?", "help"],
  ["escape", "close"],
]);

/** How long after `g` a letter leads to a tab. */
export const GO_WITHIN_MS = 1500;

export interface Heard {
  readonly command: Command | null;
  /** When `g` was pressed, if the next letter belongs to it. */
  readonly goSinceMs: number | null;
}

/** What a key asks for, after what was pressed before. Whoever types asks for nothing (`parts/keys`). */
export function hear(press: Press, goSinceMs: number | null, nowMs: number): Heard {
  if (!isAlone(press)) return { command: null, goSinceMs: null };
  const key = press.key.toLowerCase();
  if (goSinceMs !== null && nowMs - goSinceMs <= GO_WITHIN_MS && /^[a-z]$/.test(key))
    return { command: { kind: "go", letter: key }, goSinceMs: null };
  if (key === "g") return { command: null, goSinceMs: nowMs };
  const kind = PLAIN.get(key);
  return { command: kind === undefined ? null : { kind }, goSinceMs: null };
}
