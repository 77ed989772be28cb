import { t } from "@lingui/core/macro";
import { call } from "#pwa/platform/api/call.ts";
import { fetchSaid } from "#pwa/platform/language/fetch-said.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { TYPE_NAMES } from "#pwa/parts/history/movement-words.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { ListRow } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import type { PersonDepositsOutput, PersonMovementsOutput, PersonSubmissionsOutput } from "#schemas/people.ts";
import { depositStateWords, kindWords, stateTone, stateWords } from "#pwa/console/desk/money-words.ts";
import { PartList } from "#pwa/console/desk/part-list.tsx";
import { usePages } from "#pwa/console/desk/use-pages.ts";

type Movement = PersonMovementsOutput["movements"][number];
type Submission = PersonSubmissionsOutput["submissions"][number];
type Deposit = PersonDepositsOutput["deposits"][number];

interface Whose {
  readonly id: number;
}

/** What moved on somebody's account. */
export function PersonMovements({ id, ownAddress }: Whose & { readonly ownAddress: string | null }) {
  const pages = usePages<Movement>(PEOPLE_ENDPOINTS.personMovements.path, id, async (before, signal) => {
    const options = { params: { userId: id }, query: { before }, signal };
    const { movements, next } = await call(PEOPLE_ENDPOINTS.personMovements, options);
    return { rows: movements, next };
  });
  return (
    <PartList
      title={t`Movements`}
      pages={pages}
      idOf={(movement) => movement.id}
      none={t`Nothing moved on this account.`}
      renderRow={(movement) => <MovementLine movement={movement} ownAddress={ownAddress} />}
    />
  );
}

function MovementLine({ movement, ownAddress }: { readonly movement: Movement; readonly ownAddress: string | null }) {
  const { type, amount, assetCode, from, to, hash, at, memo } = movement;
  const isOut = from === ownAddress;
  const party = isOut ? to : from;
  return (
    <ListRow
      title={TYPE_NAMES[type]}
      detail={
        <>
          {party === "" ? null : <Address address={party} {...partyName(movement)} />}
          <HashLine hash={hash} />
          {memo === "" ? null : <bdi className="block break-words">{memo}</bdi>}
        </>
      }
      trail={<Amount value={amount} assetCode={assetCode} {...directionOf(movement, ownAddress)} />}
      trailDetail={<TimeAgo at={at} />}
    />
  );
}

/** Of what moved nothing from or to them, such as an order, none. */
function directionOf({ from, to }: Movement, ownAddress: string | null) {
  if (from === ownAddress) return { direction: "out" as const };
  return to === ownAddress ? { direction: "in" as const } : {};
}

function partyName({ partyName: name }: Movement) {
  return name === "" ? {} : { name };
}

/** What somebody confirmed to be sent, and what became of it. */
export function PersonSubmissions({ id }: Whose) {
  const pages = usePages<Submission>(PEOPLE_ENDPOINTS.personSubmissions.path, id, async (before, signal) => {
    const options = { params: { userId: id }, query: { before }, signal };
    const [{ submissions, next }] = await Promise.all([
      call(PEOPLE_ENDPOINTS.personSubmissions, options),
      // Reasons are stored as code and facts.
      fetchSaid(),
    ]);
    return { rows: submissions, next };
  });
  return (
    <PartList
      title={t`Submissions`}
      pages={pages}
      idOf={(submission) => submission.id}
      none={t`Nothing was ever sent from this account by us.`}
      renderRow={(submission) => <SubmissionLine submission={submission} />}
    />
  );
}

function SubmissionLine({ submission }: { readonly submission: Submission }) {
  const { id, kind, state, operations, hash, reason, createdAt } = submission;
  const [first] = operations;
  return (
    <ListRow
      title={
        <>
          {kindWords(kind)} <span className="numeric text-ink-3">{id}</span>
        </>
      }
      detail={
        <>
          {first?.to ? <Address address={first.to} /> : null}
          {hash === null ? null : <HashLine hash={hash} />}
          {reason === "" ? null : <span className="block">{saidWords(reason)}</span>}
        </>
      }
      trail={
        <span className="flex flex-wrap items-center justify-end gap-2">
          {first?.amount ? <Amount value={first.amount} assetCode={first.assetCode ?? ""} /> : null}
          <Badge tone={stateTone(state)}>{stateWords(state)}</Badge>
        </span>
      }
      trailDetail={<TimeAgo at={createdAt} />}
    />
  );
}

/** What somebody declared to have paid in. */
export function PersonDeposits({ id }: Whose) {
  const pages = usePages<Deposit>(PEOPLE_ENDPOINTS.personDeposits.path, id, async (before, signal) => {
    const options = { params: { userId: id }, query: { before }, signal };
    const { deposits, next } = await call(PEOPLE_ENDPOINTS.personDeposits, options);
    return { rows: deposits, next };
  });
  return (
    <PartList
      title={t`Deposits`}
      pages={pages}
      idOf={(deposit) => deposit.id}
      none={t`Nothing was declared.`}
      renderRow={(deposit) => <DepositLine deposit={deposit} />}
    />
  );
}

function DepositLine({ deposit }: { readonly deposit: Deposit }) {
  const { id, amount, cashAppUsername, cashAppTransactionId, status, xlmCredited, notes, createdAt } = deposit;
  return (
    <ListRow
      title={t`Deposit ${id}`}
      detail={
        <>
          <bdi data-private="" className="block break-words">
            {cashAppUsername} · {cashAppTransactionId}
          </bdi>
          {notes === null || notes === "" ? null : <span className="block">{saidWords(notes)}</span>}
        </>
      }
      trail={
        <span className="flex flex-wrap items-center justify-end gap-2">
          <Amount value={amount} assetCode="USD" />
          {xlmCredited === null ? null : <Amount value={xlmCredited} assetCode="XLM" />}
          <Badge tone={status === "credited" ? "up" : status === "failed" ? "down" : "neutral"}>
            {depositStateWords(status)}
          </Badge>
        </span>
      }
      trailDetail={<TimeAgo at={createdAt} />}
    />
  );
}

function HashLine({ hash }: { readonly hash: string }) {
  if (hash === "") return null;
  return (
    <span className="flex items-center gap-1">
      <bdi dir="ltr" title={hash} className="font-mono text-xs">
        {shortenAddress(hash)}
      </bdi>
      <CopyButton text={hash} label={t`Copy the transaction hash`} />
    </span>
  );
}
