import { t } from "@lingui/core/macro";
import { useState } from "react";
import { actWords } from "#pwa/console/desk/act-words.ts";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { rolesText } from "#pwa/console/desk/role-words.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatAmountText, formatCount, shortenAddress } from "#pwa/ui/format.ts";
import { Facts, List, ListRow } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { RESTORED_ENDPOINTS } from "#schemas/endpoints/restored.ts";
import type { RestoredOutput, RestoredPhase, UnknownPayment } from "#schemas/restored.ts";
import { phaseWords } from "./phase-words.ts";
import { PaymentSheet } from "./payment-sheet.tsx";
import { WordSheet } from "./word-sheet.tsx";

/** How often it is asked how far a restore is that goes on by itself; such a question keeps nobody's session from idling out. */
const FOLLOW_MS = 5000;
/** Phases that do not go on by themselves. */
const STANDING: readonly RestoredPhase[] = ["confirming", "done"];

/** What a super looks through after a restore, before anything is signed. */
export function RestoreSection() {
  const [isFollowed, setFollowed] = useState(true);
  const asked = useAsk(RESTORED_ENDPOINTS.restored, {}, { followMs: isFollowed ? FOLLOW_MS : null });
  const mayConfirm = useMay()(RESTORED_ENDPOINTS.confirmRestore);
  const [restoredAt, confirm] = useState<string | null>(null);
  const [payment, know] = useState<UnknownPayment | null>(null);
  const now = asked.value;
  const isMoving = now === null || (now.restore !== null && !STANDING.includes(now.restore.phase));
  if (isMoving !== isFollowed) setFollowed(isMoving);
  return (
    <AskedState asked={asked}>
      {now?.restore ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <RestoreCard now={now} restore={now.restore} onConfirm={mayConfirm ? confirm : null} />
            {/* Before all is read, one after another is still found to be known. */}
            <PaymentsCard payments={now.payments} onKnow={mayConfirm && !isMoving ? know : null} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <OperatorsCard operators={now.operators} />
            <ActsCard acts={now.acts} />
            {now.accounts.length === 0 ? null : <AccountsCard accounts={now.accounts} />}
          </div>
        </div>
      ) : now === null ? null : (
        <Card>
          <CardHeader
            title={t`No restore`}
            description={t`This database was never set back to a backup. After a restore, what a super has to look through stands here.`}
          />
        </Card>
      )}
      {restoredAt === null ? null : <WordSheet restoredAt={restoredAt} onClose={() => confirm(null)} />}
      {payment === null ? null : <PaymentSheet payment={payment} onClose={() => know(null)} />}
    </AskedState>
  );
}

interface RestoreCardProps {
  readonly now: RestoredOutput;
  readonly restore: NonNullable<RestoredOutput["restore"]>;
  readonly onConfirm: ((restoredAt: string) => void) | null;
}

function RestoreCard({ now: { counts }, restore, onConfirm }: RestoreCardProps) {
  const { takenAt, restoredAt, ledger, readTo, phase } = restore;
  const facts = [
    { name: t`Backup of`, value: <TimeAgo at={takenAt} /> },
    { name: t`Put back`, value: <TimeAgo at={restoredAt} /> },
    { name: t`Last ledger of the backup`, value: formatCount(ledger) },
    ...(readTo === null ? [] : [{ name: t`Read up to ledger`, value: formatCount(readTo) }]),
    { name: t`Frozen people`, value: formatCount(counts.frozen) },
    { name: t`API keys that work`, value: formatCount(counts.apiKeys) },
    { name: t`Passkeys of the week before the backup`, value: formatCount(counts.passkeys) },
    { name: t`Open proposals`, value: formatCount(counts.proposals) },
    { name: t`Payments that wait for approval`, value: formatCount(counts.held) },
  ];
  return (
    <Card aria-labelledby="restore">
      <CardHeader id="restore" title={t`Set back to a backup`} description={phaseWords(phase)} />
      <Facts facts={facts} />
      {STANDING.includes(phase) ? null : (
        <p role="status" className="mt-4 text-sm text-ink-3">
          {t`This goes on by itself, mostly within a few minutes. Here you see how far it is.`}
        </p>
      )}
      {phase === "confirming" && onConfirm !== null ? (
        <Button className="mt-4" onClick={() => onConfirm(restoredAt)}>
          {t`I have looked through it`}
        </Button>
      ) : null}
    </Card>
  );
}

interface PaymentsCardProps {
  readonly payments: readonly UnknownPayment[];
  readonly onKnow: ((payment: UnknownPayment) => void) | null;
}

function PaymentsCard({ payments, onKnow }: PaymentsCardProps) {
  return (
    <Card aria-labelledby="unknown-payments">
      <CardHeader
        id="unknown-payments"
        title={t`Payments of the house without a record`}
        description={t`They went out after the backup. What is owed to the same people from the same account waits until you have said what they were for.`}
      />
      {payments.length === 0 ? <p className="text-sm text-ink-3">{t`There are none.`}</p> : null}
      <List>
        {payments.map((payment) => (
          <li key={payment.hash}>
            <PaymentRow payment={payment} onKnow={onKnow} />
          </li>
        ))}
      </List>
    </Card>
  );
}

function PaymentRow({ payment, onKnow }: { readonly payment: UnknownPayment } & Pick<PaymentsCardProps, "onKnow">) {
  const { from, at, paid, memo } = payment;
  const to = paid.map((each) => shortenAddress(each.to)).join(", ");
  return (
    <ListRow
      title={paid.map(({ amount, assetCode }) => `${formatAmountText(amount)} ${assetCode}`).join(", ")}
      detail={memo === "" ? to : `${to} · ${memo}`}
      trail={
        onKnow === null ? (
          houseAccountWords(from)
        ) : (
          <Button variant="secondary" size="sm" onClick={() => onKnow(payment)}>
            {t`What was it for?`}
          </Button>
        )
      }
      trailDetail={<TimeAgo at={at} />}
    />
  );
}

function OperatorsCard({ operators }: Pick<RestoredOutput, "operators">) {
  return (
    <Card aria-labelledby="restored-operators">
      <CardHeader
        id="restored-operators"
        title={t`Operators, as the backup has them`}
        description={t`Roles that were given or taken since are not known: set them right.`}
      />
      <List>
        {operators.map(({ id, username, roles, isFrozen }) => (
          <li key={id}>
            <ListRow
              title={<bdi>{username}</bdi>}
              detail={rolesText(roles)}
              trail={isFrozen ? t({ message: "frozen", context: "an operator" }) : undefined}
            />
          </li>
        ))}
      </List>
    </Card>
  );
}

function ActsCard({ acts }: Pick<RestoredOutput, "acts">) {
  return (
    <Card aria-labelledby="restored-acts">
      <CardHeader
        id="restored-acts"
        title={t`What operators did in the week before the backup`}
        description={t`What they did after it is gone. Who was freezing somebody, or changing limits, may have gone on.`}
      />
      {acts.length === 0 ? <p className="text-sm text-ink-3">{t`There are none.`}</p> : null}
      <List>
        {acts.map(({ at, action, operatorId, reason }) => (
          <li key={`${at} ${operatorId} ${action}`}>
            <ListRow
              title={actWords(action)}
              detail={<bdi>{reason}</bdi>}
              trail={<PersonLink id={operatorId} />}
              trailDetail={<TimeAgo at={at} />}
            />
          </li>
        ))}
      </List>
    </Card>
  );
}

function AccountsCard({ accounts }: Pick<RestoredOutput, "accounts">) {
  return (
    <Card aria-labelledby="lost-accounts">
      <CardHeader
        id="lost-accounts"
        title={t`Accounts whose keys are gone`}
        description={t`The house opened them after the backup. Nobody can sign for them any more.`}
      />
      <List>
        {accounts.map((address) => (
          <li key={address}>
            <ListRow title={<span className="break-all">{address}</span>} />
          </li>
        ))}
      </List>
    </Card>
  );
}
