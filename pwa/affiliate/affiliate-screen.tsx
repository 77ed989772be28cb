import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Users } from "lucide-react";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { AFFILIATE_ENDPOINTS } from "#schemas/endpoints/affiliate.ts";
import { Days, Earnings } from "./earnings.tsx";
import { PayoutList } from "./payout-list.tsx";
import { TermsCard } from "./terms-card.tsx";
import { type Affiliate, useAffiliate } from "./use-affiliate.ts";
import { YourLink } from "./your-link.tsx";

export function AffiliateScreen() {
  const { user } = useSession();
  return user === null ? null : <Programme key={user.id} />;
}

function Programme() {
  const affiliate = useAffiliate();
  const isOnline = useOnline();
  return (
    <Page title={t`Affiliate`} description={t`Bring people to Astrolabe, and be rewarded for it.`}>
      <div className="flex flex-col gap-4">
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>You are offline: this is what was known last. Your link works all the same.</Trans>
          </Notice>
        )}
        {affiliate.isLoading ? <Skeleton className="h-64 w-full" /> : <Whole {...{ affiliate, isOnline }} />}
      </div>
    </Page>
  );
}

interface PartProps {
  readonly affiliate: Affiliate;
  readonly isOnline: boolean;
}

function Whole({ affiliate, isOnline }: PartProps) {
  const { terms, place, payouts } = affiliate;
  const isOpen = terms?.active === true;
  if (place === null && !isOpen)
    return (
      <Card>
        <EmptyState icon={<Users />} title={t`There is no programme at the moment`}>
          <Trans>When the operator opens one, you get your link here.</Trans>
        </EmptyState>
      </Card>
    );
  return (
    <>
      {isOpen ? null : (
        <Notice>
          <Trans>The programme is closed: nothing new is earned. What was earned is paid as before.</Trans>
        </Notice>
      )}
      {place === null ? (
        <Join isOnline={isOnline} />
      ) : (
        <>
          <YourLink {...{ place, isOnline }} />
          <Earnings {...{ place, terms }} />
        </>
      )}
      {terms === null ? null : <TermsCard terms={terms} />}
      {place === null ? null : <Days days={place.days} />}
      <PayoutList payouts={payouts} />
    </>
  );
}

function Join({ isOnline }: Pick<PartProps, "isOnline">) {
  const action = useAction();
  const join = () => action.run(async () => void (await call(AFFILIATE_ENDPOINTS.joinAffiliate, {})));
  return (
    <Card>
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <EmptyState
        icon={<Users />}
        title={t`You have no link yet`}
        action={
          <Button size="lg" disabled={!isOnline} loading={action.isBusy} onClick={join}>
            <Trans>Get your link</Trans>
          </Button>
        }
      >
        <Trans>It costs nothing. Whoever signs up through it is told nothing about you.</Trans>
      </EmptyState>
    </Card>
  );
}
