import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  ArrowLeftRight,
  ChartCandlestick,
  CircleDollarSign,
  CircleSlash,
  Droplets,
  ListOrdered,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { ListRow } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { codeOfKey, legsOf, titleOf } from "./event-words.ts";
import { hasAmount, movementOf, type MovementType, type MovementRow } from "./movement.ts";

interface MovementItemProps {
  readonly row: MovementRow;
  readonly directory: Directory;
  readonly ownAddress: string | undefined;
  /** A phone has no room for zeros beside a name; see {@link useRowRoom}. */
  readonly hasRoom: boolean;
  /** Whether a repeated payment made it. */
  readonly isRepeated?: boolean;
  /** `XLM` or `CODE-ISSUER` where the list is of one asset: of an exchange, that side of it is shown. */
  readonly asset?: string;
}

/** Asked once for a whole list: its rows come and go with every frame that it is scrolled. */
export function useRowRoom(): boolean {
  return useMedia("(min-width: 40rem)");
}

/** One event of the history as a row of a list. On a phone its amount stands below what happened, so that nothing is cut. */
export function MovementItem({ row, directory, ownAddress, hasRoom, asset, isRepeated = false }: MovementItemProps) {
  const { counterparty } = movementOf(row, ownAddress);
  return (
    <EventRow
      hasRoom={hasRoom}
      lead={counterparty === "" ? <TypeMark type={row.type} /> : <Identicon address={counterparty} />}
      title={titleOf(row, ownAddress, directory.nameOf)}
      detail={
        <>
          <TimeAgo at={row.timestamp} />
          {isRepeated ? ` · ${t`Repeated payment`}` : null}
          {row.memo === "" ? null : (
            <>
              {" · "}
              <MemoText text={row.memo} />
            </>
          )}
        </>
      }
      trail={<RowAmount {...{ row, ownAddress, hasRoom, asset }} />}
      status={row.status === "confirmed" ? null : <StatusBadge status={row.status} />}
    />
  );
}

interface EventRowProps {
  readonly hasRoom: boolean;
  readonly lead: ReactNode;
  readonly title: string;
  readonly detail: ReactNode;
  readonly trail: ReactNode;
  readonly status: ReactNode;
}

function EventRow({ hasRoom, lead, title, detail, trail, status }: EventRowProps) {
  if (hasRoom) return <ListRow {...{ lead, title, detail, trail }} trailDetail={status ?? undefined} />;
  return (
    <div className="flex min-h-14 items-center gap-3 py-2.5 text-sm">
      {lead}
      <div className="min-w-0 flex-1">
        <div className="font-medium break-words">{title}</div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="max-w-full min-w-0 break-words text-ink-3">{detail}</span>
          <span className="ms-auto max-w-full font-medium">{trail}</span>
          {status}
        </div>
      </div>
    </div>
  );
}

type RowAmountProps = Pick<MovementItemProps, "row" | "ownAddress" | "hasRoom"> & {
  readonly asset: string | undefined;
};

/** What an exchange gave and got is in its title; beside it stands what came, where there is room, or what the list is of. */
function RowAmount({ row, ownAddress, hasRoom, asset }: RowAmountProps) {
  const legs = legsOf(row, ownAddress);
  const shown =
    legs.length === 1
      ? legs[0]
      : legs.find((leg) => (asset === undefined ? hasRoom && leg.isIncoming : leg.asset === asset));
  if (shown === undefined || !(hasAmount(row) || row.type === "fee")) return null;
  const value = row.type === "fee" ? row.fee : shown.amount;
  const { direction } = movementOf(row, ownAddress);
  return (
    <Amount
      value={hasRoom ? value : formatAmountShort(parseAmount(value))}
      assetCode={codeOfKey(shown.asset)}
      {...(direction === "none" ? {} : { direction: legs.length === 1 ? direction : shown.isIncoming ? "in" : "out" })}
    />
  );
}

export function StatusBadge({ status }: { readonly status: MovementRow["status"] }) {
  if (status === "confirmed")
    return (
      <Badge tone="up">
        <Trans>Confirmed</Trans>
      </Badge>
    );
  return status === "failed" ? (
    <Badge tone="down">
      <Trans>Failed</Trans>
    </Badge>
  ) : (
    <Badge tone="warn">
      <Trans>Pending</Trans>
    </Badge>
  );
}

/** Of what nobody else took part in. */
const TYPE_ICONS: Partial<Record<MovementType, LucideIcon>> = {
  fee: CircleDollarSign,
  operator_fee: CircleDollarSign,
  order: ListOrdered,
  trade: ChartCandlestick,
  swap: ArrowLeftRight,
  pool_deposit: Droplets,
  pool_withdraw: Droplets,
};

function TypeMark({ type }: { readonly type: MovementType }) {
  const Icon = TYPE_ICONS[type] ?? CircleSlash;
  return (
    <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-2 text-ink-3">
      <Icon className="size-4.5" />
    </span>
  );
}
