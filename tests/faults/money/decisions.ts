import { comeBack, confirm, type Operator } from "./crew.ts";
import { request } from "./people.ts";
import type { Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** What an operator asked for, and what was answered. */
export interface Decision {
  /** Said with this one and no other, so that what came of it is found. */
  readonly reason: string;
  readonly by: number;
  readonly what: string;
  /** `unknown` where nobody answered: it was done once, or not at all. */
  outcome: "done" | "proposed" | "unknown" | { readonly refusal: string; readonly message: string };
}

/** How it is asked for; `body` says why by this reason. */
export interface Wish {
  readonly what: string;
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body: (reason: string) => object;
}

const SIGNED_OUT: readonly string[] = ["session-required", "session-ended"];

/** Asks for it once: whoever is not answered looks again, and decides anew. */
export async function decide(
  { stack, random, decisions }: { readonly stack: Stack; readonly random: Random; readonly decisions: Decision[] },
  by: Operator,
  { what, method, path, body }: Wish,
): Promise<Decision> {
  const reason = `decision ${decisions.length + 1} of operator ${by.id}`;
  const decision: Decision = { reason, by: by.id, what, outcome: "unknown" };
  decisions.push(decision);
  const { cookie } = by;
  const answer = await request(stack, random, { method, path, cookie, body: body(reason) });
  if (!answer) return decision;
  const { status, body: said } = answer;
  if (status < 300) {
    decision.outcome = "proposal" in said ? "proposed" : "done";
    return decision;
  }
  const refusal = String(said["code"]);
  decision.outcome = { refusal, message: String(said["message"]) };
  // Somebody else may have signed them in again meanwhile.
  if (SIGNED_OUT.includes(refusal) && by.cookie === cookie) await comeBack(stack, random, by);
  if (refusal === "confirmation-required") await confirm(stack, random, by);
  return decision;
}

/** How often what was decided, and what came of it. */
export function tally(decisions: readonly Decision[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { what, outcome } of decisions) {
    const line = `${what}: ${typeof outcome === "string" ? outcome : outcome.refusal}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
