import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Bell, Pencil, Plus, RotateCcw, Trash2 } from "lucide-react";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { MOST_PRICE_ALERTS } from "#schemas/price-alerts.ts";
import { type PriceAlert, stateWords, termsWords } from "./alert-words.ts";

interface AlertsCardProps {
  readonly alerts: readonly PriceAlert[];
  readonly isLoading: boolean;
  /** Null where there is no market to wait for. */
  readonly onAdd: (() => void) | null;
  readonly onEdit: (alert: PriceAlert) => void;
  readonly onSetAgain: (alert: PriceAlert) => void;
  readonly onRemove: (alert: PriceAlert) => void;
}

export function AlertsCard({ alerts, isLoading, onAdd, ...acts }: AlertsCardProps) {
  const isFull = alerts.length >= MOST_PRICE_ALERTS;
  const add = (
    <Button size="sm" disabled={onAdd === null || isFull} onClick={() => onAdd?.()}>
      <Plus aria-hidden="true" className="size-4" />
      <Trans>New alert</Trans>
    </Button>
  );
  return (
    <Card aria-labelledby="watch-alerts">
      <CardHeader
        id="watch-alerts"
        title={t`Price alerts`}
        description={
          isFull
            ? plural(MOST_PRICE_ALERTS, {
                one: "# is the most. Remove one before you set another.",
                other: "# are the most. Remove one before you set another.",
              })
            : t`Nothing is bought or sold by them. Changes made offline reach the service later.`
        }
        action={alerts.length === 0 ? undefined : add}
      />
      {isLoading ? (
        <Skeleton className="h-32 w-full" />
      ) : alerts.length === 0 ? (
        <EmptyState icon={<Bell />} title={t`No price alerts`} action={add}>
          <Trans>Name a price, and you are told when somebody pays it, or sells for it.</Trans>
        </EmptyState>
      ) : (
        <List aria-label={t`Price alerts`}>
          {alerts.map((alert) => (
            <AlertItem key={alert.uid} alert={alert} {...acts} />
          ))}
        </List>
      )}
    </Card>
  );
}

type AlertItemProps = Pick<AlertsCardProps, "onEdit" | "onSetAgain" | "onRemove"> & { readonly alert: PriceAlert };

function AlertItem({ alert, onEdit, onSetAgain, onRemove }: AlertItemProps) {
  const { base, quote, state, toldAt, toldPrice, note } = alert;
  const words = termsWords(alert);
  const isOver = state === "told" || state === "unlisted";
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
      <div className="min-w-0 grow basis-56">
        <Link
          to="/trade/$baseAsset/$quoteAsset"
          params={{ baseAsset: base, quoteAsset: quote }}
          className="text-sm font-medium break-words hover:underline"
        >
          {words}
        </Link>
        <p className="text-sm text-ink-3">
          {stateWords(alert)}
          {toldAt === null ? null : (
            <>
              {" "}
              <Trans>
                Last told <TimeAgo at={toldAt} />, at {toldPrice}.
              </Trans>
            </>
          )}
        </p>
        {note === "" ? null : <p className="text-sm break-words text-ink-2">{note}</p>}
      </div>
      <span className="flex">
        {isOver ? (
          <Button variant="ghost" size="icon" aria-label={t`Set again: ${words}`} onClick={() => onSetAgain(alert)}>
            <RotateCcw aria-hidden="true" className="size-4" />
          </Button>
        ) : null}
        <Button variant="ghost" size="icon" aria-label={t`Edit: ${words}`} onClick={() => onEdit(alert)}>
          <Pencil aria-hidden="true" className="size-4" />
        </Button>
        <Button variant="ghost" size="icon" aria-label={t`Remove: ${words}`} onClick={() => onRemove(alert)}>
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
      </span>
    </li>
  );
}
