import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Holding } from "#pwa/parts/assets/holdings.ts";
import { percentText } from "#pwa/parts/assets/holdings.ts";

export const PLAIN_LINK = "inline-flex min-h-6 items-center text-accent underline underline-offset-4";

interface PlainLinkProps {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

export function PlainLink({ to, params = {}, children }: PlainLinkProps) {
  return (
    <Link to={to} params={params} className={PLAIN_LINK}>
      {children}
    </Link>
  );
}

/** A change within 24 hours with its sign and in words, so that no colour is needed. */
export function changeWords({ change }: Holding): string {
  if (change === null) return t`not known`;
  const percent = percentText(change);
  if (change === 0n) return percent;
  return change > 0n ? t`up ${percent}` : t`down ${percent}`;
}
