import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Repeat } from "lucide-react";
import { useState } from "react";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { RecurringSheet } from "./recurring-sheet.tsx";
import { StandingOrders } from "./standing-orders.tsx";

interface RecurringBuysProps {
  readonly known: KnownAssets;
  readonly send: string;
  readonly receive: string;
  readonly spend: string;
  readonly isOnline: boolean;
}

/** Buying the same again and again: what one has set up, and the way to more of it. */
export function RecurringBuys({ isOnline, ...asked }: RecurringBuysProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="mt-4" aria-label={t`Recurring buys`}>
      <CardHeader
        title={t`Recurring buys`}
        description={t`The same amount every day, week or month, also while this device is switched off.`}
        action={
          <Button variant="secondary" size="sm" disabled={!isOnline} onClick={() => setOpen(true)}>
            <Repeat aria-hidden="true" className="size-4" />
            <Trans>Buy regularly</Trans>
          </Button>
        }
      />
      <StandingOrders pair={null} kind="recurring" empty={t`None yet.`} />
      {isOpen ? <RecurringSheet {...asked} isOnline={isOnline} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}
