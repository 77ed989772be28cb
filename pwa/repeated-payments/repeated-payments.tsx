import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Info } from "lucide-react";
import { useState } from "react";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { RepeatedPayment } from "./repeated-payment.tsx";
import {
  isLive,
  isPaymentRow,
  paidWords,
  type PaymentRow,
  planWords,
  REPEAT_STATES,
  REPEAT_TONES,
  repeatTitle,
  sortedRepeats,
} from "./repeat-words.ts";

/** Payments that are over which are shown at first, and with each further demand. */
const PAGE = 5;

/** One's own payments that are repeated, and below them those that are over; also without a connection. Nothing where there are none. */
export function RepeatedPayments() {
  const { rows } = useRows("durable_orders");
  const { directory } = useDirectory();
  const isOnline = useOnline();
  const [opened, setOpened] = useState<string | null>(null);
  const [shownPast, setShownPast] = useState(PAGE);
  const { current, past } = sortedRepeats(rows.filter(isPaymentRow));
  if (current.length + past.length === 0) return null;
  const nameOf = ({ terms }: PaymentRow) => directory.nameOf(terms.to);
  const row = [...current, ...past].find(({ uid }) => uid === opened);
  return (
    <Card aria-label={t`Repeated payments`}>
      <CardHeader
        title={t`Repeated payments`}
        description={
          isOnline
            ? t`Made for you, also while this device is switched off.`
            : t`You are offline: these are as last seen. The server makes them meanwhile, and none can be cancelled from here.`
        }
      />
      {current.length === 0 ? (
        <p className="py-2 text-sm text-ink-3">
          <Trans>None goes on.</Trans>
        </p>
      ) : (
        <Rows label={t`Repeated payments`} rows={current} nameOf={nameOf} onOpen={setOpened} />
      )}
      {past.length === 0 ? null : (
        <>
          <h3 className="mt-4 text-xs font-semibold text-ink-3">
            <Trans context="repeated payments that have ended">Over</Trans>
          </h3>
          <Rows
            label={t`Repeated payments that are over`}
            rows={past.slice(0, shownPast)}
            nameOf={nameOf}
            onOpen={setOpened}
          />
          {past.length > shownPast ? (
            <Button variant="ghost" size="sm" className="mt-2" onClick={() => setShownPast(shownPast + PAGE)}>
              <Trans>Show earlier ones</Trans>
            </Button>
          ) : null}
        </>
      )}
      {row === undefined ? null : (
        <RepeatedPayment
          key={row.uid}
          row={row}
          name={nameOf(row)}
          isOnline={isOnline}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}

interface RowsProps {
  readonly label: string;
  readonly rows: readonly PaymentRow[];
  readonly nameOf: (row: PaymentRow) => string | null;
  readonly onOpen: (uid: string) => void;
}

function Rows({ label, rows, nameOf, onOpen }: RowsProps) {
  return (
    <List aria-label={label}>
      {rows.map((row) => {
        const title = repeatTitle(row.terms, nameOf(row));
        return (
          <li key={row.uid} className="flex items-start gap-3 py-3 text-sm">
            <div className="min-w-0 flex-1 break-words">
              <p data-private="" className="font-medium">
                {title}
              </p>
              <p className="text-ink-2">{planWords(row.terms)}</p>
              <p className="text-xs text-ink-3">{progressWords(row)}</p>
              {row.reason === "" ? null : (
                <p className={`text-xs ${isLive(row) || row.state === "failed" ? "text-warn" : "text-ink-3"}`}>
                  {saidWords(row.reason)}
                </p>
              )}
            </div>
            <Badge tone={REPEAT_TONES[row.state]}>{REPEAT_STATES[row.state]}</Badge>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t`Details: ${title}`}
              title={t`Details`}
              onClick={() => onOpen(row.uid)}
            >
              <Info aria-hidden="true" className="size-4" />
            </Button>
          </li>
        );
      })}
    </List>
  );
}

/** "Next on Mar 3, 2027, 2 of 12 paid". */
function progressWords(row: PaymentRow): string {
  const paid = paidWords(row);
  return isLive(row) && row.nextAt !== null ? t`Next on ${{ day: formatDate(Date.parse(row.nextAt)) }}, ${paid}` : paid;
}
