import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useCallback, useId, useState } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import type { RepeatSheetProps } from "#pwa/send/door.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { RepeatedPayment } from "#schemas/standing-payments.ts";
import { dayOf, emptyRepeat, readRepeat, type RepeatDraft, type RepeatProblems } from "./repeat-draft.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

const RepeatReview = later(async () => (await import("./repeat-review.tsx")).RepeatReview);

const CALENDARS = [
  {
    value: "week",
    get label() {
      return t`Weekly`;
    },
  },
  {
    value: "month",
    get label() {
      return t`Monthly`;
    },
  },
] as const;
const ENDS = [
  {
    value: "never",
    get label() {
      return t`Until I cancel it`;
    },
  },
  {
    value: "on",
    get label() {
      return t`On a day`;
    },
  },
  {
    value: "after",
    get label() {
      return t`After some payments`;
    },
  },
] as const;

/** How often a payment is repeated, from when and until when; then the review of it. */
export function RepeatSheet({ what, name, onPlaced, onClose }: RepeatSheetProps) {
  const [draft, setDraft] = useState<RepeatDraft>(() => emptyRepeat(nowMs()));
  const [problems, setProblems] = useState<RepeatProblems>({});
  const [payment, setPayment] = useState<RepeatedPayment | null>(null);
  const [isPlaced, setPlaced] = useState(false);
  const place = useCallback(() => setPlaced(true), []);
  const isOnline = useOnline();
  const formId = useId();
  const amount = `${formatAmountText(what.amount)} ${codeOf(what.asset)}`;
  const recipient = inSentence(name ?? shortenAddress(what.to));
  if (payment !== null) {
    // Back from the review is back at what was chosen.
    const leave = () => (isPlaced ? onPlaced() : setPayment(null));
    return <RepeatReview payment={payment} name={name} onConfirmed={place} onClose={leave} />;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isOnline) return;
    const read = readRepeat(what, draft, nowMs());
    setProblems(read.problems ?? {});
    setPayment(read.payment);
  }
  const change = (fields: Partial<RepeatDraft>) => {
    setProblems({});
    setDraft((former) => ({ ...former, ...fields }));
  };
  return (
    <Sheet
      onClose={onClose}
      title={t`Repeat a payment`}
      description={t`${amount} to ${recipient}, each time.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form={formId} disabled={!isOnline}>
            <Trans context="button">Review</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <RepeatFields {...{ draft, problems }} onChange={change} />
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>You are offline. This needs a connection.</Trans>
          </Notice>
        )}
      </form>
    </Sheet>
  );
}

interface RepeatFieldsProps {
  readonly draft: RepeatDraft;
  readonly problems: RepeatProblems;
  readonly onChange: (fields: Partial<RepeatDraft>) => void;
}

function RepeatFields({ draft, problems, onChange }: RepeatFieldsProps) {
  const today = dayOf(nowMs());
  return (
    <>
      <Segments
        label={t`How often`}
        items={CALENDARS}
        value={draft.every}
        onValueChange={(every) => onChange({ every })}
        isWide
      />
      <TextField
        label={t`First payment`}
        name="first"
        type="date"
        min={today}
        value={draft.first}
        error={problems.first}
        hint={
          draft.first === today
            ? t`The first one is made at once.`
            : draft.every === "month"
              ? t`The others follow on the same day of the month, or the last there is.`
              : t`The others follow on the same day of the week.`
        }
        onChange={(event) => onChange({ first: event.target.value })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2 sm:has-[>:only-child]:grid-cols-1">
        <SelectField
          label={t({ message: "Ends", context: "when payments are repeated no more" })}
          options={ENDS}
          value={draft.ends}
          onValueChange={(ends) => onChange({ ends })}
        />
        {draft.ends === "on" ? (
          <TextField
            label={t`Last day`}
            name="last"
            type="date"
            min={draft.first}
            value={draft.last}
            error={problems.last}
            onChange={(event) => onChange({ last: event.target.value })}
          />
        ) : null}
        {draft.ends === "after" ? (
          <TextField
            label={t`How many payments`}
            name="times"
            inputMode="numeric"
            autoComplete="off"
            inputClassName="numeric"
            value={draft.times}
            error={problems.times}
            onChange={(event) => onChange({ times: event.target.value })}
          />
        ) : null}
      </div>
    </>
  );
}
