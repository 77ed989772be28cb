import { t } from "@lingui/core/macro";
import { ExternalLink } from "lucide-react";
import type * as v from "valibot";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import type { DepositsOutput } from "#schemas/deposits.ts";

interface CardOfferProps {
  readonly card: NonNullable<v.InferOutput<typeof DepositsOutput>["card"]>;
}

/** The way to somebody else who sells XLM for a card. */
export function CardOffer({ card: { seller, url } }: CardOfferProps) {
  return (
    <Card aria-labelledby="card-purchase">
      <CardHeader
        id="card-purchase"
        title={t`Pay by card`}
        description={t`${seller} sells XLM, at its own price and terms, and sends them to your wallet. It learns your address from the link.`}
      />
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface-2 px-4 text-sm font-semibold hover:border-line-strong"
      >
        {t`Go to ${seller}`}
        <ExternalLink aria-hidden="true" className="size-4" />
      </a>
    </Card>
  );
}
