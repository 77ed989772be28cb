import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatDate, shortenAddress } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { explorerLink } from "./explorer.ts";
import { hasAmount, movementOf, paidFee, TYPE_NAMES, type MovementRow } from "./movement.ts";
import { StatusBadge } from "./movement-row.tsx";

interface MovementSheetProps {
  readonly row: MovementRow | null;
  readonly directory: Directory;
  readonly ownAddress: string | undefined;
  /** Address of the operator's explorer; null where none is set. */
  readonly explorerUrl: string | null;
  readonly onClose: () => void;
}

/** Everything known about one movement. */
export function MovementSheet({ row, directory, ownAddress, explorerUrl, onClose }: MovementSheetProps) {
  if (row === null) return null;
  const movement = movementOf(row, ownAddress);
  const { counterparty, direction } = movement;
  const pool = row.type === "pool_deposit" ? row.to : row.type === "pool_withdraw" ? row.from : null;
  const link = explorerLink(explorerUrl, row.hash);
  return (
    <Sheet
      onClose={onClose}
      title={TYPE_NAMES[row.type]}
      description={formatDate(Date.parse(row.timestamp), { withTime: true })}
      footer={
        counterparty === "" || directory.contactOf(counterparty) !== null ? undefined : (
          <Button asChild variant="secondary">
            <Link to="/contacts" search={{ add: counterparty }}>
              Add to contacts
            </Link>
          </Button>
        )
      }
    >
      {hasAmount(row) ? (
        <p className="pb-4 text-2xl font-semibold">
          <Amount value={row.amount} assetCode={row.assetCode} {...(direction === "none" ? {} : { direction })} />
        </p>
      ) : null}
      <Facts
        facts={[
          { name: "Status", value: <StatusBadge status={row.status} /> },
          ...(pool === null
            ? [
                ...(row.from === ""
                  ? []
                  : [{ name: "From", value: <Party address={row.from} directory={directory} /> }]),
                ...(row.to === "" ? [] : [{ name: "To", value: <Party address={row.to} directory={directory} /> }]),
              ]
            : [{ name: "Pool", value: <PoolLink poolId={pool} /> }]),
          ...(row.issuer === "" ? [] : [{ name: "Issued by", value: <Address address={row.issuer} /> }]),
          ...(row.memo === "" ? [] : [{ name: "Memo", value: <MemoText text={row.memo} isWhole /> }]),
          ...(paidFee(row) ? [{ name: "Network fee", value: <Amount value={row.fee} assetCode="XLM" /> }] : []),
          ...(row.ledger > 0 ? [{ name: "Ledger", value: <span className="numeric">{row.ledger}</span> }] : []),
          ...(row.hash === "" ? [] : [{ name: "Hash", value: <Hash hash={row.hash} /> }]),
        ]}
      />
      {link === null ? null : (
        <p className="pt-3">
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 text-sm text-accent"
          >
            Show in the explorer
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        </p>
      )}
    </Sheet>
  );
}

function PoolLink({ poolId }: { readonly poolId: string }) {
  return (
    <Link
      to="/amm"
      search={{ pool: poolId }}
      className="inline-flex min-h-6 items-center font-mono text-accent hover:underline"
    >
      {shortenAddress(poolId)}
    </Link>
  );
}

function Party({ address, directory }: { readonly address: string; readonly directory: Directory }) {
  return <Address address={address} name={directory.nameOf(address) ?? undefined} withIdenticon />;
}

export function Hash({ hash }: { readonly hash: string }) {
  return (
    <span className="flex items-start justify-end gap-1">
      <span className="py-1.5 font-mono text-xs leading-5 break-all">{hash}</span>
      <CopyButton text={hash} what="hash" />
    </span>
  );
}
