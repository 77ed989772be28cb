import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Address } from "#pwa/ui/address.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { MultisigOutput } from "#schemas/multisig.ts";
import { useMultisig } from "./use-multisig.ts";

const SignSheet = later(async () => (await import("./sign-sheet.tsx")).SignSheet);
const TurnOffSheet = later(async () => (await import("./turn-off-sheet.tsx")).TurnOffSheet);
const TurnOnSheet = later(async () => (await import("./turn-on-sheet.tsx")).TurnOnSheet);

type Opened = { readonly kind: "on" | "off" } | { readonly kind: "sign"; readonly id: number };

/** A second key that the person holds: off, on, or about to change. */
export function MultisigCard() {
  const multisig = useMultisig();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { value, canChange } = multisig;
  const close = () => {
    setOpened(null);
    multisig.refresh();
  };
  return (
    <Card aria-labelledby="multisig">
      <CardHeader
        id="multisig"
        title={t`A second key of your own`}
        description={t`Nothing leaves your wallet before a key that only you hold has signed it, too.`}
        action={
          value === null ? undefined : value.isOn ? (
            <Badge tone="up">
              <Trans context="switched on">On</Trans>
            </Badge>
          ) : (
            <Badge>
              <Trans context="switched off">Off</Trans>
            </Badge>
          )
        }
      />
      {value === null ? (
        multisig.isLoading ? (
          <Skeleton className="h-11 w-full" />
        ) : (
          <p className="text-sm text-ink-2">
            <Trans>This has not reached this device yet. It appears with a connection.</Trans>
          </p>
        )
      ) : (
        <State value={value} canChange={canChange} onOpen={setOpened} />
      )}
      {opened?.kind === "on" ? <TurnOnSheet onClose={close} /> : null}
      {opened?.kind === "off" ? <TurnOffSheet onClose={close} /> : null}
      {opened?.kind === "sign" ? <SignSheet submissionId={opened.id} onClose={close} /> : null}
    </Card>
  );
}

interface StateProps {
  readonly value: MultisigOutput;
  readonly canChange: boolean;
  readonly onOpen: (opened: Opened) => void;
}

function State({ value: { isOn, key, changing, waiting }, canChange, onOpen }: StateProps) {
  if (changing !== null) {
    const toSign = waiting.find(({ id, toSign: asked }) => id === changing.submissionId && asked?.isReturned === false);
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm text-ink-2">
          {changing.turn === "on"
            ? t`It is being turned on.`
            : t`It is being turned off, once your key has signed that.`}
        </p>
        {toSign === undefined ? null : (
          <Button disabled={!canChange} onClick={() => onOpen({ kind: "sign", id: toSign.id })}>
            <KeyRound aria-hidden="true" className="size-4" />
            <Trans>Sign with your own key</Trans>
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {isOn && key !== null ? <Address address={key} withIdenticon /> : null}
      <Button variant="secondary" disabled={!canChange} onClick={() => onOpen({ kind: isOn ? "off" : "on" })}>
        <KeyRound aria-hidden="true" className="size-4" />
        {isOn ? t`Turn the second key off` : t`Add a second key`}
      </Button>
    </div>
  );
}
