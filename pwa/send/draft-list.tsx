import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Clock, Trash2 } from "lucide-react";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { formatDate, shortenAddress } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { assetNamed } from "./payment.ts";
import { isExpired, type PutAside } from "./drafts.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

interface DraftListProps {
  readonly drafts: readonly PutAside[];
  readonly directory: Directory;
  readonly onTakeUp: (uid: string) => void;
  readonly onRemove: (uid: string) => void;
}

/** Payments that were put aside: each is looked at and confirmed anew, or removed. */
export function DraftList({ drafts, directory, onTakeUp, onRemove }: DraftListProps) {
  const nowMs = useNow();
  if (drafts.length === 0) return null;
  return (
    <Card>
      <h2 className="text-base font-semibold">
        <Trans>Not sent yet</Trans>
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        <Trans>
          These payments are kept on this device only. Nothing leaves it until you look at one again and confirm it.
        </Trans>
      </p>
      <List className="mt-2" aria-label={t`Payments that are not sent yet`}>
        {drafts.map((kept) => {
          const name = nameOf(kept, directory);
          return (
            <li key={kept.uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <p className="truncate text-sm font-medium">
                  <Draft kept={kept} name={name} />
                </p>
                <p className="mt-1">
                  <Expiry kept={kept} nowMs={nowMs} />
                </p>
              </div>
              <div className="flex gap-2">
                {isExpired(kept, nowMs) ? null : (
                  <Button variant="secondary" size="sm" onClick={() => onTakeUp(kept.uid)}>
                    <Trans>Take up</Trans>
                  </Button>
                )}
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={
                    name === null
                      ? t`Remove the draft to nobody yet`
                      : t`Remove the draft to ${{ name: inSentence(name) }}`
                  }
                  onClick={() => onRemove(kept.uid)}
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </Button>
              </div>
            </li>
          );
        })}
      </List>
    </Card>
  );
}

function Expiry({ kept, nowMs }: { readonly kept: PutAside; readonly nowMs: number }) {
  if (isExpired(kept, nowMs))
    return (
      <Badge tone="warn">
        <Trans>Expired, no longer to be sent</Trans>
      </Badge>
    );
  return (
    <Badge icon={<Clock aria-hidden="true" />}>{t`Draft, kept until ${{ day: formatDate(kept.expiresAtMs) }}`}</Badge>
  );
}

interface DraftProps {
  readonly kept: PutAside;
  readonly name: string | null;
}

/** How much to whom, as far as it was typed in. */
function Draft({ kept: { draft }, name }: DraftProps) {
  const { assetCode } = assetNamed(draft.asset);
  const typed = draft.amount.trim();
  if (typed === "")
    return name === null ? (
      <Trans>Some {assetCode} to nobody yet</Trans>
    ) : (
      <Trans>
        Some {assetCode} to <bdi data-private="">{name}</bdi>
      </Trans>
    );
  const amount = draft.amountIn === "usd" ? t`${typed} USD in ${assetCode}` : `${typed} ${assetCode}`;
  return name === null ? (
    <Trans>
      <span className="numeric">{amount}</span> to nobody yet
    </Trans>
  ) : (
    <Trans>
      <span className="numeric">{amount}</span> to <bdi data-private="">{name}</bdi>
    </Trans>
  );
}

/** Null where nobody was typed in. */
function nameOf({ draft }: PutAside, directory: Directory): string | null {
  const to = draft.to.trim();
  if (to === "") return null;
  return directory.nameOf(to) ?? (to.includes("*") ? to : shortenAddress(to));
}
