import { t } from "@lingui/core/macro";
import { Copy, Users } from "lucide-react";
import { Badge } from "#pwa/ui/badge.tsx";
import type { DepositForOperators } from "#schemas/deposits.ts";
import { statusWords } from "./deposit-words.ts";

interface DepositProps {
  readonly deposit: DepositForOperators;
}

export function StatusBadge({ deposit: { status } }: DepositProps) {
  const { label, tone } = statusWords(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Whether others name the same transaction: one of them at most was paid by it. */
export function DuplicateBadge({ deposit: { duplicates } }: DepositProps) {
  if (duplicates.length === 0) return null;
  return (
    <Badge tone="down" icon={<Copy aria-hidden="true" />}>
      {t({ message: "Named twice", context: "deposits that name one transaction" })}
    </Badge>
  );
}

export function SecondBadge({ deposit: { needsSecond, status } }: DepositProps) {
  if (!needsSecond || status !== "pending") return null;
  return (
    <Badge icon={<Users aria-hidden="true" />}>{t({ message: "Takes two", context: "operators who agree" })}</Badge>
  );
}
