import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { useWaitingProposal, WaitingProposal } from "#pwa/console/desk/waiting-proposal.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import type { ServiceKeysOutput } from "#schemas/service-keys.ts";
import { RewrapSheet } from "./rewrap-sheet.tsx";

interface WrappingCardProps {
  readonly now: ServiceKeysOutput;
}

/** What locks every other key, how much of that a former key still does, and how to change it. */
export function WrappingCard({ now }: WrappingCardProps) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  const { wrapping, rewrap } = now;
  const proposal = useWaitingProposal(({ kind }) => kind === "rewrap-vault");
  const { number, former } = wrapping;
  const isUnderWay = rewrap !== null && rewrap.endedAt === null && rewrap.key === number;
  const isDue = former > 0 && number !== null && !isUnderWay;
  const canStart = isDue && proposal === null && may(SERVICE_CONSOLE_ENDPOINTS.rewrapVault);
  return (
    <Card aria-labelledby="wrapping-key">
      <CardHeader
        id="wrapping-key"
        title={t`What locks the vault`}
        description={t`It comes from the environment, and is changed there.`}
      />
      <Facts facts={factsOf(now)} />
      <div className="mt-3 flex flex-col gap-3">
        <Due now={now} isUnderWay={isUnderWay} />
        {isDue && proposal !== null ? <WaitingProposal id={proposal} /> : null}
        {canStart ? (
          <Button variant="primary" className="self-start" onClick={() => setOpen(true)}>
            {t`Change the locks`}
          </Button>
        ) : null}
      </div>
      {isOpen ? <RewrapSheet former={former} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

function factsOf({ wrapping, lastEndedAt }: ServiceKeysOutput) {
  const { setting, name, number, since, own, former } = wrapping;
  const unknown = t({ message: "not known", context: "age of a key" });
  const facts: { name: string; value: ReactNode }[] = [
    { name: t`Given by`, value: <bdi className="font-mono text-xs">{setting}</bdi> },
    { name: t`Number of the key`, value: number === null ? unknown : formatCount(number) },
    { name: t`First seen as the present one`, value: since === null ? unknown : <TimeAgo at={since} /> },
    { name: t`Locks that are its own`, value: formatCount(own) },
    { name: t`Locks of a former key`, value: formatCount(former) },
    {
      name: t`Locks were changed last`,
      value:
        lastEndedAt === null ? (
          t({ message: "never", context: "when the vault’s locks were changed" })
        ) : (
          <TimeAgo at={lastEndedAt} />
        ),
    },
  ];
  if (name !== null)
    facts.splice(1, 0, {
      name: t({ message: "Key", context: "its name" }),
      value: <bdi className="break-all">{name}</bdi>,
    });
  return facts;
}

function Due({ now: { wrapping }, isUnderWay }: WrappingCardProps & { readonly isUnderWay: boolean }) {
  const { setting, number, former } = wrapping;
  if (number === null)
    return (
      <Notice tone="warn">
        {t`The servers were started with different keys of the vault: start all of them with the same one.`}
      </Notice>
    );
  if (former === 0)
    return (
      <Notice>
        {t`Nothing is locked with a former key. For another key, name it in VAULT_OTHER_KEYS of every server, then swap it with the one in ${setting}, and come back here.`}
      </Notice>
    );
  if (isUnderWay) return null;
  return (
    <Notice tone="warn">
      {t`A former key still locks some of it: change the locks before you take that key out of VAULT_OTHER_KEYS.`}
    </Notice>
  );
}
