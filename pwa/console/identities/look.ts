import type { Press } from "#pwa/parts/keys/keys.ts";
import { isAlone } from "#pwa/parts/keys/keys.ts";

/** How a picture is looked at: quarters of a turn to the right, and how wide it is drawn. */
export interface Look {
  readonly quarters: number;
  readonly zoom: number;
}

export const PLAIN: Look = { quarters: 0, zoom: 1 };
const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const;

export function turned({ quarters, zoom }: Look, by: 1 | -1): Look {
  return { quarters: (quarters + by + 4) % 4, zoom };
}

export function zoomed({ quarters, zoom }: Look, by: 1 | -1): Look {
  const place = ZOOMS.findIndex((each) => each >= zoom);
  return { quarters, zoom: ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, place + by))] ?? 1 };
}

/** What a key asks for over a case. */
export type CaseCommand =
  | { readonly kind: "choose"; readonly place: number }
  | { readonly kind: "look"; readonly change: (look: Look) => Look }
  | { readonly kind: "approve" | "ask" | "reject" };

const COMMANDS: ReadonlyMap<string, CaseCommand> = new Map<string, CaseCommand>([
  ["1", { kind: "choose", place: 0 }],
  ["2", { kind: "choose", place: 1 }],
  ["3", { kind: "choose", place: 2 }],
  ["+", { kind: "look", change: (look) => zoomed(look, 1) }],
  ["=", { kind: "look", change: (look) => zoomed(look, 1) }],
  ["-", { kind: "look", change: (look) => zoomed(look, -1) }],
  ["0", { kind: "look", change: () => PLAIN }],
  ["]", { kind: "look", change: (look) => turned(look, 1) }],
  ["[", { kind: "look", change: (look) => turned(look, -1) }],
  ["a", { kind: "approve" }],
  ["n", { kind: "ask" }],
  ["r", { kind: "reject" }],
]);

/** Null where a key asks for nothing here: also the letter that belongs to a `g` before it, which leads to another tab. */
export function hearOverCase(press: Press, isAfterGo: boolean): CaseCommand | null {
  if (!isAlone(press)) return null;
  const key = press.key.toLowerCase();
  if (isAfterGo && /^[a-z]$/.test(key)) return null;
  return COMMANDS.get(key) ?? null;
}
