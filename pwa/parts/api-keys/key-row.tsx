import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { KeyRound, Trash2 } from "lucide-react";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import type { ApiKeyOutput } from "#schemas/api-keys.ts";
import { KeyFacts } from "./key-facts.tsx";

interface KeyRowProps {
  readonly apiKey: ApiKeyOutput;
  /** What it may do, in words. */
  readonly may: string;
  readonly canChange: boolean;
  readonly onRevoke: () => void;
}

/** A key of one's own, in a list of them. */
export function KeyRow({ apiKey, may, canChange, onRevoke }: KeyRowProps) {
  const { name, isLive } = apiKey;
  return (
    <div className="flex min-h-14 flex-wrap items-start gap-x-3 gap-y-1 py-2.5">
      <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 grow basis-28">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-medium">
          <span data-private="" className="min-w-0 break-words">
            {name}
          </span>
          {isLive ? null : (
            <Badge tone="warn">
              <Trans context="an API key">Ended</Trans>
            </Badge>
          )}
        </p>
        <KeyFacts apiKey={apiKey} may={may} />
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t`Revoke ${{ name: inSentence(name) }}`}
        title={t({ message: "Revoke", context: "an API key" })}
        disabled={!canChange}
        onClick={onRevoke}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}
