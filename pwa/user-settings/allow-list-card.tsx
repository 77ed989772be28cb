import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { WaitingNotes } from "#pwa/security/door.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import type { AllowListOutput, SecurityOutput } from "#schemas/security.ts";
import { CardFailure, NotKnown, OnOff } from "./card-parts.tsx";
import { holdOptions, timeLeft } from "./hold.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

const AllowAddressSheet = later(async () => (await import("./allow-address-sheet.tsx")).AllowAddressSheet);

type Allowed = AllowListOutput["addresses"][number];

const LIST_KINDS = ["allow-list-off", "allow-list-hold-down"] as const;

interface AllowListCardProps {
  readonly allowList: Answer<AllowListOutput>;
  readonly security: Answer<SecurityOutput>;
}

/** To whom payments may go, where they go to nobody else. */
export function AllowListCard({ allowList, security }: AllowListCardProps) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Allowed | null>(null);
  const list = allowList.value;
  return (
    <Card aria-labelledby="allow-list">
      <CardHeader
        id="allow-list"
        title={t`Allowed recipients`}
        description={t`With the list on, payments go to these addresses and nowhere else.`}
        action={list === null ? undefined : <OnOff isOn={list.isOn} />}
      />
      {list === null ? (
        <NotKnown isLoading={allowList.isLoading} />
      ) : (
        <>
          <ListRules
            list={list}
            canChange={allowList.canChange}
            onChanged={(changed) => {
              allowList.put(changed);
              security.refresh();
            }}
          />
          <div className="mt-3 flex flex-col gap-2 empty:hidden">
            <WaitingNotes security={security} kinds={LIST_KINDS} />
          </div>
          {list.addresses.length === 0 ? null : (
            <List aria-label={t`Allowed addresses`} className="mt-3 border-t border-line">
              {list.addresses.map((allowed) => (
                <li key={allowed.id}>
                  <AllowedRow allowed={allowed} canChange={allowList.canChange} onRemove={() => setRemoved(allowed)} />
                </li>
              ))}
            </List>
          )}
          <Button className="mt-4" variant="secondary" disabled={!allowList.canChange} onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-4" />
            <Trans>Add an address</Trans>
          </Button>
        </>
      )}
      {isAdding ? (
        <AllowAddressSheet
          onAdded={(known, label) => {
            allowList.put(known);
            setAdding(false);
            showToast({ title: t`Address added`, description: t`${{ name: inSentence(label) }} is on your list.` });
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {removed === null ? null : (
        <RemoveSheet
          allowed={removed}
          isOn={list?.isOn ?? false}
          onRemoved={allowList.put}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  );
}

interface ListRulesProps {
  readonly list: AllowListOutput;
  readonly canChange: boolean;
  readonly onChanged: (list: AllowListOutput) => void;
}

const WAITS = {
  get title() {
    return t`It takes effect later`;
  },
  get description() {
    return t`You can cancel it until then, on any device.`;
  },
};

/** Whether the list is on, and how long a new address waits. What protects less takes effect later. */
function ListRules({ list, canChange, onChanged }: ListRulesProps) {
  const action = useAction();
  const change = (body: { isOn: boolean; holdHours: number }, said: string) =>
    action.run(async () => {
      const changed = await call(SECURITY_ENDPOINTS.setAllowList, { body });
      onChanged(changed);
      const isDone = changed.isOn === body.isOn && changed.holdHours === body.holdHours;
      showToast(isDone ? { title: said } : WAITS);
    });
  return (
    <div className="flex flex-col gap-3">
      <CardFailure notice={action.notice} />
      <SwitchField
        label={t`Pay listed addresses only`}
        checked={list.isOn}
        disabled={!canChange || action.isBusy}
        onCheckedChange={(isOn) =>
          change(
            { isOn, holdHours: list.holdHours },
            isOn ? t`Payments go to listed addresses only` : t`Payments may go to any address`,
          )
        }
      />
      {list.isOn && list.addresses.length === 0 ? (
        <Notice tone="warn">
          <Trans>The list is empty: nobody can be paid until you add an address.</Trans>
        </Notice>
      ) : null}
      <SelectField
        label={t`A new address waits`}
        hint={t`Time to notice an address that somebody else added.`}
        options={holdOptions(list.holdHours)}
        value={String(list.holdHours)}
        disabled={!canChange || action.isBusy}
        onValueChange={(hours) => change({ isOn: list.isOn, holdHours: Number(hours) }, t`Waiting time changed`)}
      />
    </div>
  );
}

interface AllowedRowProps {
  readonly allowed: Allowed;
  readonly canChange: boolean;
  readonly onRemove: () => void;
}

function AllowedRow({ allowed, canChange, onRemove }: AllowedRowProps) {
  const nowMs = useNow();
  // Without a hold it can be paid at once, though the clock of the screen is half a minute old.
  const left = allowed.payableFrom === allowed.addedAt ? null : timeLeft(Date.parse(allowed.payableFrom), nowMs);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <Identicon address={allowed.address} />
      <div className="min-w-0 grow basis-28">
        <p data-private="" className="text-sm font-medium break-words">
          {allowed.label}
        </p>
        <Address address={allowed.address} />
        <p data-private="" className="text-sm break-words text-ink-3">
          {withWords(allowed)}
        </p>
        <p className="mt-1">
          {left === null ? (
            <Badge tone="up">
              <Trans>Can be paid</Trans>
            </Badge>
          ) : (
            <Badge tone="warn">
              <Trans context="an address, for so long">Waits {left}</Trans>
            </Badge>
          )}
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t`Remove ${{ name: inSentence(allowed.label) }}`}
        title={t`Remove`}
        disabled={!canChange}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}

/** What a payment to the entry must carry. */
function withWords({ address, memo: typed, memoType }: Allowed): string {
  const memo = inSentence(typed);
  if (memo !== "")
    switch (memoType) {
      case "text":
        return t`Only with the memo ${memo}`;
      case "id":
        return t`Only with the memo (number) ${memo}`;
      case "hash":
        return t`Only with the memo (hash) ${memo}`;
    }
  return address.startsWith("M") ? t`Only with the number in this address, and no memo` : t`Only without a memo`;
}

interface RemoveSheetProps {
  readonly allowed: Allowed;
  readonly isOn: boolean;
  readonly onRemoved: (list: AllowListOutput) => void;
  readonly onClose: () => void;
}

function RemoveSheet({ allowed: { id, label }, isOn, onRemoved, onClose }: RemoveSheetProps) {
  const action = useAction();
  return (
    <FormSheet
      size="sm"
      tone="danger"
      title={t`Remove ${{ name: inSentence(label) }}?`}
      description={
        isOn
          ? t`It can no longer be paid. Added again, it waits as a new one does.`
          : t`Added again, it waits as a new one does.`
      }
      action={action}
      submit={t`Remove`}
      submitting={t`Removing`}
      dismiss={t`Keep it`}
      onClose={onClose}
      onSubmit={() =>
        action.run(async () => {
          onRemoved(await call(SECURITY_ENDPOINTS.disallowAddress, { params: { id } }));
          onClose();
          showToast({
            title: t`Address removed`,
            description: t`${{ name: inSentence(label) }} is no longer on your list.`,
          });
        })
      }
    />
  );
}
