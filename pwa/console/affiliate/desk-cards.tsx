import { plural, t } from "@lingui/core/macro";
import { dollarsOf } from "#pwa/parts/affiliate/dollars.ts";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { payoutWords, scheduleWords } from "#pwa/parts/affiliate/payout-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount, formatDate, formatPercent, formatPrice } from "#pwa/ui/format.ts";
import { Facts, List, ListRow } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { AffiliateDeskOutput, AffiliatePayout, AffiliateRun, AffiliateSignal } from "#schemas/affiliate-desk.ts";
import { AFFILIATE_DESK_ENDPOINTS } from "#schemas/endpoints/affiliate-desk.ts";
import { rewardStateText, rewardTypeText, signalText } from "./affiliate-desk-words.ts";
import { TermsSheet } from "./terms-sheet.tsx";

interface DeskProps {
  readonly desk: AffiliateDeskOutput;
}

/** The terms, the sums and the payouts, and what holds rewards back. */
export function DeskCards({ desk }: DeskProps) {
  return (
    <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
      <TermsCard desk={desk} />
      <PayoutCard desk={desk} />
      {desk.signals.length === 0 ? null : <SignalCard signals={desk.signals} />}
      {desk.payouts.length === 0 ? null : <LatestPayouts payouts={desk.payouts} />}
    </div>
  );
}

function TermsCard({ desk: { terms, people } }: DeskProps) {
  const may = useMay();
  const [isChanging, setChanging] = useState(false);
  return (
    <Card aria-label={t`Terms`}>
      <CardHeader
        title={t`Terms`}
        action={
          may(AFFILIATE_DESK_ENDPOINTS.setAffiliateTerms) ? (
            <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
              {terms === null ? <Trans>Set the terms</Trans> : <Trans>Change</Trans>}
            </Button>
          ) : null
        }
      />
      {terms === null ? (
        <p className="text-sm text-ink-3">{t`There is no programme yet. Its rewards are paid from the house's account of rewards.`}</p>
      ) : (
        <Facts
          facts={[
            {
              name: t({ message: "State", context: "how something stands" }),
              value: terms.active
                ? t({ message: "Open", context: "the affiliate programme" })
                : t({ message: "Closed", context: "the affiliate programme" }),
            },
            { name: t`Kind of reward`, value: rewardTypeText(terms.rewardType) },
            ...terms.levels.map((value, index) => {
              const level = index + 1;
              const worth = terms.rewardType === "flat" ? dollarsOf(value) : formatPercent(value);
              return { name: t`Level ${level}`, value: worth };
            }),
            { name: t`Held`, value: plural(terms.holdDays, { one: "# day", other: "# days" }) },
            { name: t`Payouts are made`, value: scheduleWords(terms.payoutSchedule) },
            { name: t`Least payout`, value: dollarsOf(terms.minPayout) },
            { name: t`Paid in`, value: <bdi dir="ltr">{terms.assetCode}</bdi> },
            { name: t`Two operators above`, value: dollarsOf(terms.fourEyesAbove) },
            { name: t`People with a link`, value: formatCount(people.affiliates) },
            { name: t`People who were brought`, value: formatCount(people.referred) },
          ]}
        />
      )}
      {isChanging ? <TermsSheet former={terms} onClose={() => setChanging(false)} /> : null}
    </Card>
  );
}

function PayoutCard({ desk: { terms, due, rewards, spendable, houseAddress, runs } }: DeskProps) {
  const may = useMay();
  const [isPaying, setPaying] = useState(false);
  const [run] = runs;
  const dollars = dollarsOf(due.amount);
  const next = terms?.nextPayoutDate ?? null;
  const { payouts } = due;
  const isFree = run === undefined || run.state === "done";
  return (
    <Card aria-label={t`Payouts`}>
      <CardHeader
        title={t`Payouts`}
        action={
          may(AFFILIATE_DESK_ENDPOINTS.payAffiliates) && payouts > 0 && isFree ? (
            <Button size="sm" onClick={() => setPaying(true)}>
              <Trans>Pay now</Trans>
            </Button>
          ) : null
        }
      />
      {run === undefined ? null : <RunNotice run={run} />}
      <Facts
        facts={[
          { name: t`Could be paid now`, value: `${dollars} (${formatCount(payouts)})` },
          {
            name: t`In the account of rewards`,
            value: <Amount value={spendable} assetCode={terms?.assetCode ?? "XLM"} />,
          },
          ...(houseAddress === null ? [] : [{ name: t`Its address`, value: <Address address={houseAddress} /> }]),
          ...(next === null ? [] : [{ name: t`Next payout`, value: formatDate(Date.parse(next), { withTime: true }) }]),
          ...rewards.map(({ state, rewards: count, amount }) => ({
            name: `${rewardStateText(state)} (${formatCount(count)})`,
            value: dollarsOf(amount),
          })),
        ]}
      />
      {isPaying ? (
        <ReasonSheet
          title={t`Pay affiliates now?`}
          description={t`${dollars} at most, in all. Above what the terms say a second operator has to agree.`}
          submit={t`Pay now`}
          carryOut={(body) => call(AFFILIATE_DESK_ENDPOINTS.payAffiliates, { body })}
          done={t`Payouts have begun`}
          onClose={() => setPaying(false)}
        />
      ) : null}
    </Card>
  );
}

function RunNotice({ run: { state, waits, payouts, amount, limit } }: { readonly run: AffiliateRun }): ReactNode {
  const paid = dollarsOf(amount);
  const most = dollarsOf(limit);
  const told = plural(payouts, { one: "# payout", other: "# payouts" });
  if (waits !== "")
    return (
      <Notice tone="warn" title={t`Payouts wait`}>
        {saidWords(waits)}
      </Notice>
    );
  return (
    <Notice>
      {state === "paying" ? t`Being paid: ${told}, ${paid} of ${most}.` : t`Last time: ${told}, ${paid}.`}
    </Notice>
  );
}

function SignalCard({ signals }: { readonly signals: readonly AffiliateSignal[] }) {
  const may = useMay();
  const [dismissed, setDismissed] = useState<AffiliateSignal | null>(null);
  const id = dismissed?.id ?? 0;
  return (
    <Card aria-label={t`Signals`}>
      <CardHeader
        title={t`Signals`}
        description={t`What they speak of is held until an operator lets it go or takes it back.`}
      />
      <List>
        {signals.map((signal) => (
          <li key={signal.id}>
            <ListRow
              title={signalText(signal.kind)}
              detail={
                <span className="inline-flex flex-wrap gap-x-2">
                  <PersonLink id={signal.userId} />
                  <PersonLink id={signal.referredUserId} />
                  {signal.detail === "" ? null : <bdi dir="ltr">{signal.detail}</bdi>}
                </span>
              }
              trail={dollarsOf(signal.held)}
              trailDetail={
                may(AFFILIATE_DESK_ENDPOINTS.dismissAffiliateSignal) ? (
                  <Button variant="link" size="inline" onClick={() => setDismissed(signal)}>
                    <Trans>Let go</Trans>
                  </Button>
                ) : undefined
              }
            />
          </li>
        ))}
      </List>
      {dismissed === null ? null : (
        <ReasonSheet
          title={t`Let go what signal ${id} holds?`}
          description={t`The same holds nothing between these two any more.`}
          submit={t`Let go`}
          carryOut={(body) => call(AFFILIATE_DESK_ENDPOINTS.dismissAffiliateSignal, { params: { id }, body })}
          done={t`The rewards are let go`}
          onClose={() => setDismissed(null)}
        >
          <Facts facts={[{ name: signalText(dismissed.kind), value: dollarsOf(dismissed.held) }]} />
        </ReasonSheet>
      )}
    </Card>
  );
}

function LatestPayouts({ payouts }: { readonly payouts: readonly AffiliatePayout[] }) {
  return (
    <Card aria-label={t`Latest payouts`}>
      <CardHeader title={t`Latest payouts`} />
      <List className="max-h-96 overflow-y-auto">
        {payouts.map(({ id, userId, amount, price, paid, asset, status, payoutDate }) => {
          const worth = dollarsOf(amount);
          const each = formatPrice(price);
          return (
            <li key={id}>
              <ListRow
                title={<PersonLink id={userId} />}
                detail={`${formatDate(Date.parse(payoutDate), { withTime: true })} · ${payoutWords(status)}`}
                trail={<Amount value={paid} assetCode={asset} />}
                trailDetail={t`${worth} at ${each} USD`}
              />
            </li>
          );
        })}
      </List>
    </Card>
  );
}
