import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { STAKING_DESK_ENDPOINTS } from "#schemas/endpoints/staking-desk.ts";
import { StakingOfferInput } from "#schemas/staking-desk.ts";
import { type DeskOffer, draftOf, lastRate, type OfferDraft, offerOf } from "./offer-draft.ts";

const FIELDS = [
  "assetCode",
  "issuer",
  "name",
  "description",
  "imageUrl",
  "rewardRate",
  "minStakeAmount",
  "lockupPeriod",
  "earlyWithdrawalFee",
  "displayOrder",
  "rateFrom",
  "reason",
];

interface OfferSheetProps {
  /** Null for a new one. */
  readonly former: DeskOffer | null;
  readonly onClose: () => void;
}

/** An offer to stake. Stakes that there are keep their terms; what promises more takes a second operator. */
export function OfferSheet({ former, onClose }: OfferSheetProps) {
  const [draft, setDraft] = useState(() => draftOf(former));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function save() {
    const read = readForm(StakingOfferInput, offerOf(draft, reason));
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const body = read.value;
      const answer =
        former === null
          ? await call(STAKING_DESK_ENDPOINTS.createStakingOffer, { body })
          : await call(STAKING_DESK_ENDPOINTS.changeStakingOffer, { params: { id: former.id }, body });
      tellOutcome(answer, t`The offer is set`);
      askAgain();
      onClose();
    });
  }
  const name = former?.name ?? "";
  return (
    <ActSheet
      title={former === null ? t`Add a staking offer` : t`Change ${name}`}
      description={t`Stakes that there are keep their terms. Where it promises more of the house's money, a second operator has to agree first.`}
      action={action}
      submit={t`Set the offer`}
      onSubmit={save}
      onClose={onClose}
    >
      <AssetFields {...{ former, draft }} issues={action.issues} onChange={setDraft} />
      <TermFields {...{ former, draft }} issues={action.issues} onChange={setDraft} />
      <ShownFields {...{ former, draft }} issues={action.issues} onChange={setDraft} />
      <ReasonField
        hint={t`Operators read it.`}
        most={500}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}

interface FieldsProps {
  readonly former: DeskOffer | null;
  readonly draft: OfferDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: OfferDraft) => void;
}

type TextName = { [Name in keyof OfferDraft]: OfferDraft[Name] extends string ? Name : never }[keyof OfferDraft];

function textOf({ draft, issues, onChange }: FieldsProps, name: TextName) {
  return {
    name,
    value: draft[name],
    error: issues[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
  };
}

function decimalOf({ draft, issues, onChange }: FieldsProps, name: TextName) {
  const onType = (text: string) => onChange({ ...draft, [name]: text });
  return { name, value: draft[name], error: issues[name], onType };
}

function AssetFields(props: FieldsProps) {
  const isFixed = props.former !== null;
  return (
    <>
      <TextField label={t({ message: "Name", context: "of a staking offer" })} {...textOf(props, "name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`Asset`} autoComplete="off" disabled={isFixed} {...textOf(props, "assetCode")} />
        <TextField
          label={t`Issuer, empty for XLM`}
          autoComplete="off"
          disabled={isFixed}
          {...textOf(props, "issuer")}
        />
      </div>
    </>
  );
}

function TermFields(props: FieldsProps) {
  const { former, draft } = props;
  const isOtherRate = former !== null && former.lockupPeriod === 0 && draft.rewardRate.trim() !== lastRate(former);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalField label={t`Percent a year, simple`} {...decimalOf(props, "rewardRate")} />
        <TextField
          label={t`Days locked`}
          hint={t`0 for one that is left at any time.`}
          inputMode="numeric"
          {...textOf(props, "lockupPeriod")}
        />
        <DecimalField label={t`At least, to stake`} {...decimalOf(props, "minStakeAmount")} />
        <DecimalField label={t`Fee for leaving early, percent`} {...decimalOf(props, "earlyWithdrawalFee")} />
      </div>
      {isOtherRate ? (
        <TextField
          label={t`The rate counts from`}
          type="datetime-local"
          hint={t`By your own clock, at least seven days ahead. Whoever has a stake is told.`}
          {...textOf(props, "rateFrom")}
        />
      ) : null}
    </>
  );
}

function ShownFields(props: FieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <TextField
        label={t({ message: "Description", context: "of a staking offer" })}
        {...textOf(props, "description")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`Picture of the library, its path`} autoComplete="off" {...textOf(props, "imageUrl")} />
        <TextField label={t`Place in the list`} inputMode="numeric" {...textOf(props, "displayOrder")} />
      </div>
      <SwitchField
        label={t({ message: "Open", context: "a staking offer" })}
        hint={t`A closed one takes no new stakes. Those that there are go on, and are taken out as before.`}
        checked={draft.active}
        onCheckedChange={(active) => onChange({ ...draft, active })}
      />
      <SwitchField
        label={t({ message: "Featured", context: "an offer" })}
        checked={draft.featured}
        onCheckedChange={(featured) => onChange({ ...draft, featured })}
      />
    </>
  );
}
