import { Badge } from "#pwa/ui/badge.tsx";
import type { IdentityRow } from "#schemas/identity-desk.ts";
import { stateWords } from "./identity-words.ts";

const TONES = { approved: "up", rejected: "down", pending: "warn" } as const;

export function IdentityState({ check }: { readonly check: Pick<IdentityRow, "status" | "isMoreAsked"> }) {
  const { status, isMoreAsked } = check;
  return <Badge tone={isMoreAsked && status === "pending" ? "neutral" : TONES[status]}>{stateWords(check)}</Badge>;
}
