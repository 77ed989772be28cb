import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { usePages } from "#pwa/console/desk/use-pages.ts";
import { TYPE_NAMES } from "#pwa/parts/history/movement-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import type { HouseMovement, TreasuryAccount } from "#schemas/treasury.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { numberOf } from "./treasury-words.ts";

/** What moved on an account of the house, the latest first. */
export function AccountMovements({ account }: { readonly account: TreasuryAccount }) {
  const { purpose } = account;
  const path = TREASURY_ENDPOINTS.houseMovements.path;
  const { asked, hasMore, more } = usePages<HouseMovement>(path, numberOf(account), async (before, signal) => {
    const { movements, next } = await call(TREASURY_ENDPOINTS.houseMovements, {
      query: { account: purpose, before },
      signal,
    });
    return { rows: movements, next };
  });
  return (
    <section>
      <h3 className="mb-2 font-semibold">
        <Trans>Movements</Trans>
      </h3>
      <AskedState asked={asked}>
        {asked.value?.length === 0 ? (
          <p className="text-ink-3">
            <Trans>Nothing moved on this account since its movements are recorded.</Trans>
          </p>
        ) : (
          <List>
            {asked.value?.map((movement) => (
              <li key={movement.id}>
                <MovementLine movement={movement} />
              </li>
            ))}
          </List>
        )}
        {hasMore ? (
          <Button variant="secondary" size="sm" className="mt-3" loading={asked.isAsking} onClick={more}>
            <Trans>Show earlier ones</Trans>
          </Button>
        ) : null}
      </AskedState>
    </section>
  );
}

function MovementLine({ movement }: { readonly movement: HouseMovement }) {
  const { type, isIncoming, amount, assetCode, fee, from, to, memo, hash, status, at } = movement;
  const party = isIncoming ? from : to;
  const isMoved = parseAmount(amount) > 0n;
  return (
    <ListRow
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          {TYPE_NAMES[type]}
          {status === "failed" ? (
            <Badge tone="down">{t({ message: "Failed", context: "state of a submission" })}</Badge>
          ) : null}
        </span>
      }
      detail={
        <>
          {party === "" ? null : <Address address={party} />}
          <span className="flex items-center gap-1">
            <bdi dir="ltr" title={hash} className="font-mono text-xs">
              {shortenAddress(hash)}
            </bdi>
            <CopyButton text={hash} label={t`Copy the transaction hash`} />
          </span>
          {memo === "" ? null : <bdi className="block break-words">{memo}</bdi>}
        </>
      }
      trail={
        isMoved ? (
          <Amount value={amount} assetCode={assetCode} direction={isIncoming ? "in" : "out"} />
        ) : (
          <Amount value={fee} assetCode="XLM" direction="out" />
        )
      }
      trailDetail={<TimeAgo at={at} />}
    />
  );
}
