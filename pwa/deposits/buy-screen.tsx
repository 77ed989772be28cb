import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CircleDollarSign } from "lucide-react";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { buyingPage, PageLinks, usePage } from "#pwa/pages/door.ts";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { OfflineNote } from "#pwa/parts/answers/offline-note.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { useFirstReading } from "#pwa/ui/first-reading.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { CardOffer } from "./card-offer.tsx";
import { DepositForm } from "./deposit-form.tsx";
import { DepositList, DepositSheet } from "./deposit-list.tsx";
import { OtherCard } from "./other-card.tsx";
import { sortDeposits } from "./deposit-words.ts";
import { useOffer } from "./use-offer.ts";

/** Buying XLM for somebody who is signed in: a Cash App payment is declared here, and followed until it is credited. */
export function BuyScreen() {
  const { contents, isPending } = usePage("/buy-xlm", buyingPage());
  usePageTitle(contents.title);
  const offer = useOffer();
  const { rows, isLoading } = useRows("deposits");
  const isFirst = useFirstReading(isPending || isLoading || (offer.value === null && offer.isLoading));
  const [openedUid, setOpenedUid] = useState<string | null>(null);
  const deposits = sortDeposits(rows);
  const opened = deposits.find(({ uid }) => uid === openedUid);
  if (isFirst)
    return (
      <Page title={contents.title}>
        <Skeleton className="h-110 w-full" />
      </Page>
    );
  return (
    <Page title={contents.title} description={contents.summary}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {offer.value !== null && offer.value.offer === null && offer.value.others.length > 0 ? null : (
            <OfferCard offer={offer} />
          )}
          {offer.value?.others.map((other) => (
            <OtherCard key={other.methodName} other={other} offer={offer} />
          ))}
          {offer.value === null || offer.value.card === null ? null : <CardOffer card={offer.value.card} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card aria-labelledby="deposits">
            <CardHeader id="deposits" title={t`Your deposits`} description={t`Each with its status, as it changes.`} />
            {isLoading ? (
              <Skeleton className="h-20 w-full" />
            ) : deposits.length === 0 ? (
              <EmptyState icon={<CircleDollarSign />} title={t`No deposits yet`}>
                <Trans>Once you have paid and told us, you can follow the deposit here.</Trans>
              </EmptyState>
            ) : (
              <DepositList deposits={deposits} onOpen={({ uid }) => setOpenedUid(uid)} />
            )}
          </Card>
          {contents.sections?.map((section, at) => (
            <Card key={`${at} ${section.heading}`}>
              <h2 className="text-base font-semibold break-words">{section.heading}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-2 text-sm break-words text-ink-2">
                  {paragraph}
                </p>
              ))}
              {at === 0 ? <PageLinks contents={contents} /> : null}
            </Card>
          ))}
        </div>
      </div>
      {opened === undefined ? null : <DepositSheet deposit={opened} onClose={() => setOpenedUid(null)} />}
    </Page>
  );
}

function OfferCard({ offer }: { readonly offer: ReturnType<typeof useOffer> }) {
  const { value, keptAtMs, isLoading, hasFailed, canChange, refresh } = offer;
  const [declared, setDeclared] = useState<number | null>(null);
  return (
    <Card aria-labelledby="cash-app">
      <CardHeader
        id="cash-app"
        title={t`Pay by Cash App`}
        description={t`Pay in the app first, then tell us here. A person checks it, and the XLM are sent to your wallet.`}
      />
      <div className="flex flex-col gap-4">
        <OfflineNote keptAtMs={keptAtMs} hasFailed={hasFailed} onRetry={refresh} />
        {declared === null ? null : (
          <Notice tone="success">{t`Deposit ${declared} is with us. You can follow it among your deposits.`}</Notice>
        )}
        {value === null ? (
          isLoading ? (
            <Skeleton className="h-64 w-full" />
          ) : null
        ) : value.offer === null ? (
          <>
            <Notice>
              <Trans>Deposits by Cash App are switched off at the moment. XLM can come from any other wallet.</Trans>
            </Notice>
            <Button asChild variant="secondary" className="self-start">
              <Link to="/receive">
                <Trans>Receive XLM</Trans>
              </Link>
            </Button>
          </>
        ) : (
          <DepositForm offer={value.offer} canSend={canChange} onDeclared={setDeclared} />
        )}
      </div>
    </Card>
  );
}
