import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { ComponentProps } from "react";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatAmountText, formatDate, formatSeries, shortenAddress } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { explorerLink } from "./explorer.ts";
import { codeOfKey, eventFacts, legsOf, rateWords, titleOf } from "./event-words.ts";
import { hasAmount, movementOf, paidFee, type MovementRow } from "./movement.ts";
import { partyNameOf, TYPE_NAMES } from "./movement-words.ts";
import { useRepeated } from "./use-repeated.ts";
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
  const isRepeated = useRepeated();
  if (row === null) return null;
  const movement = movementOf(row, ownAddress);
  const { counterparty, direction } = movement;
  const pool = row.type === "pool_deposit" ? row.to : row.type === "pool_withdraw" ? row.from : null;
  const link = explorerLink(explorerUrl, row.hash);
  return (
    <Sheet
      onClose={onClose}
      title={isPlain(row) ? TYPE_NAMES[row.type] : titleOf(row, ownAddress, directory.nameOf)}
      description={formatDate(Date.parse(row.timestamp), { withTime: true })}
      footer={
        counterparty === "" || directory.contactOf(counterparty) !== null ? undefined : (
          <Button asChild variant="secondary">
            <Link to="/contacts" search={{ add: counterparty }}>
              <Trans>Add to contacts</Trans>
            </Link>
          </Button>
        )
      }
    >
      {hasAmount(row) && row.event?.other === undefined ? (
        <p className="pb-4 text-2xl font-semibold">
          <Amount value={row.amount} assetCode={row.assetCode} {...(direction === "none" ? {} : { direction })} />
        </p>
      ) : null}
      {row.type === "missing" ? (
        <p className="pb-4 text-sm text-ink-2">
          <Trans>
            The network tells of them no more. Your balances are right all the same: they are read, not added up.
          </Trans>
        </p>
      ) : null}
      <Facts
        facts={[
          ...(row.type === "missing" ? [] : [{ name: t`Status`, value: <StatusBadge status={row.status} /> }]),
          ...(isRepeated(row) ? [{ name: t`Made by`, value: t`A repeated payment` }] : []),
          ...eventParts(row, ownAddress),
          ...(pool === null
            ? partyParts(row, counterparty, directory)
            : [{ name: t`Pool`, value: <PoolLink poolId={pool} /> }]),
          ...(row.issuer === "" ? [] : [{ name: t`Issued by`, value: <Address address={row.issuer} /> }]),
          ...(row.memo === "" ? [] : [{ name: t`Memo`, value: <MemoText text={row.memo} isWhole /> }]),
          ...(paidFee(row) ? [{ name: t`Network fee`, value: <Amount value={row.fee} assetCode="XLM" /> }] : []),
          ...(row.ledger > 0 ? [{ name: t`Ledger`, value: <span className="numeric">{row.ledger}</span> }] : []),
          ...(row.hash === "" ? [] : [{ name: t`Hash`, value: <Hash hash={row.hash} /> }]),
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
            <Trans>Show in the explorer</Trans>
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        </p>
      )}
    </Sheet>
  );
}

/** Whether the kind of row says what happened. */
function isPlain({ event }: MovementRow): boolean {
  return event === null || event.act === "paid" || event.act === "claimed";
}

type Part = ComponentProps<typeof Facts>["facts"][number];

/** What is known of an order or an exchange beyond what the title says, each amount to its last place. */
function eventParts(row: MovementRow, ownAddress: string | undefined): Part[] {
  const facts = eventFacts(row, ownAddress);
  const legs = row.event?.other === undefined ? [] : legsOf(row, ownAddress);
  const text = (name: string, value: string | null): Part[] =>
    value === null ? [] : [{ name, value: <span className="numeric">{value}</span> }];
  const price = (value: string | null) => (value === null ? null : `${formatAmountText(value)} ${facts.quote}`);
  return [
    ...legs.map(({ asset, amount, isIncoming }): Part => ({
      name: isIncoming
        ? t({ message: "Got", context: "in an exchange" })
        : t({ message: "Gave", context: "in an exchange" }),
      value: <Amount value={amount} assetCode={codeOfKey(asset)} />,
    })),
    ...text(t({ message: "Market", context: "pair of assets that is traded" }), facts.pair),
    ...text(t({ message: "Side", context: "of an order: buy or sell" }), sideWord(facts.side)),
    ...text(t`Price, at its limit`, price(facts.price)),
    ...text(t`Price, on average`, price(facts.average)),
    ...text(t({ message: "Rate", context: "of one asset in another" }), facts.rate && rateWords(facts.rate)),
    ...text(t`By way of`, facts.path && formatSeries(facts.path)),
    ...text(t({ message: "Order", context: "to trade" }), facts.order),
    ...text(t`Fee to Astrolabe`, facts.charged),
  ];
}

/** Of an exchange nobody else took part in, one's own address says nothing. */
function sideWord(side: "Buy" | "Sell" | null): string | null {
  if (side === null) return null;
  return side === "Buy"
    ? t({ message: "Buy", context: "side of an order" })
    : t({ message: "Sell", context: "side of an order" });
}

function partyParts(row: MovementRow, counterparty: string, directory: Directory): Part[] {
  if (row.event !== null && counterparty === "" && row.from !== row.to) return [];
  return [
    { name: t({ message: "From", context: "who sent it" }), address: row.from },
    { name: t({ message: "To", context: "who received it" }), address: row.to },
  ]
    .filter(({ address }) => address !== "")
    .map(({ name, address }) => {
      const known = address === counterparty ? partyNameOf(row, address, directory.nameOf) : directory.nameOf(address);
      return { name, value: <Address address={address} name={known ?? undefined} withIdenticon /> };
    });
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

export function Hash({ hash }: { readonly hash: string }) {
  return (
    <span className="flex items-start justify-end gap-1">
      <span className="py-1.5 font-mono text-xs leading-5 break-all">{hash}</span>
      <CopyButton text={hash} label={t`Copy hash`} />
    </span>
  );
}
