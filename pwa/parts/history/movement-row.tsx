import {
  ArrowLeftRight,
  ChartCandlestick,
  CircleDollarSign,
  CircleSlash,
  Droplets,
  ListOrdered,
  type LucideIcon,
} from "lucide-react";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { ListRow } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { hasAmount, movementOf, type MovementType, titleOf, type MovementRow } from "./movement.ts";

interface MovementItemProps {
  readonly row: MovementRow;
  readonly directory: Directory;
  readonly ownAddress: string | undefined;
  /** A phone has no room for zeros beside a name; see {@link useRowRoom}. */
  readonly hasRoom: boolean;
}

/** Asked once for a whole list: its rows come and go with every frame that it is scrolled. */
export function useRowRoom(): boolean {
  return useMedia("(min-width: 40rem)");
}

/** One movement of the history as a row of a list. */
export function MovementItem({ row, directory, ownAddress, hasRoom }: MovementItemProps) {
  const movement = movementOf(row, ownAddress);
  const { counterparty, direction } = movement;
  const name = counterparty === "" ? "" : (directory.nameOf(counterparty) ?? shortenAddress(counterparty));
  const amount = row.type === "fee" ? row.fee : row.amount;
  const shared = { assetCode: row.assetCode, ...(direction === "none" ? {} : { direction }) };
  return (
    <ListRow
      lead={counterparty === "" ? <TypeMark type={row.type} /> : <Identicon address={counterparty} />}
      title={titleOf(row, movement, name)}
      detail={
        <>
          <TimeAgo at={row.timestamp} />
          {row.memo === "" ? null : (
            <>
              {" · "}
              <MemoText text={row.memo} />
            </>
          )}
        </>
      }
      trail={
        hasAmount(row) || row.type === "fee" ? (
          <Amount value={hasRoom ? amount : formatAmountShort(parseAmount(amount))} {...shared} />
        ) : undefined
      }
      trailDetail={row.status === "confirmed" ? undefined : <StatusBadge status={row.status} />}
    />
  );
}

export function StatusBadge({ status }: { readonly status: MovementRow["status"] }) {
  if (status === "confirmed") return <Badge tone="up">Confirmed</Badge>;
  return status === "failed" ? <Badge tone="down">Failed</Badge> : <Badge tone="warn">Pending</Badge>;
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
