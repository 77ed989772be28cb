import { t } from "@lingui/core/macro";
import { useState } from "react";
import { DayField, Narrowing, UserField } from "#pwa/console/desk/narrowing.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { readExact, SUBMISSION_KINDS } from "#schemas/all-submissions.ts";
import { SubmissionState } from "#schemas/wallet.ts";
import { type AllGoing, isNarrowed, NO_FILTER } from "./all-place.ts";
import { kindWords, stateWords } from "./payment-words.ts";

/** Which payments the server is asked for. */
export function AllNarrowing({ place, go }: AllGoing) {
  return (
    <Narrowing isFiltered={isNarrowed(place)} onClear={() => go(NO_FILTER, "replace")}>
      <SelectField<SubmissionState | "any">
        label={t({ message: "State", context: "how something stands" })}
        options={[
          { value: "any", label: t({ message: "Any", context: "state" }) },
          ...SubmissionState.options.map((value) => ({ value, label: stateWords(value).label })),
        ]}
        value={place.state ?? "any"}
        onValueChange={(value) => go({ state: value === "any" ? undefined : value }, "replace")}
      />
      <SelectField<(typeof SUBMISSION_KINDS)[number] | "any">
        label={t({ message: "Kind", context: "of a payment" })}
        options={[
          { value: "any", label: t({ message: "Any", context: "kind of a payment" }) },
          ...SUBMISSION_KINDS.map((value) => ({ value, label: kindWords(value) })),
        ]}
        value={place.kind ?? "any"}
        onValueChange={(value) => go({ kind: value === "any" ? undefined : value }, "replace")}
      />
      <UserField value={place.user} onChange={(user) => go({ user }, "replace")} />
      <DayField label={t`Accepted from`} value={place.from} onChange={(from) => go({ from }, "replace")} />
      <DayField label={t`Accepted until`} value={place.to} onChange={(to) => go({ to }, "replace")} />
      <ExactField value={place.exact} onChange={(exact) => go({ exact }, "replace")} />
    </Narrowing>
  );
}

interface ExactFieldProps {
  readonly value: string | undefined;
  readonly onChange: (exact: string | undefined) => void;
}

/** What finds a payment whole; what is none of that yet, or never, is said once somebody leaves the field. */
function ExactField({ value = "", onChange }: ExactFieldProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [isTyping, setTyping] = useState(false);
  if (value !== seen) {
    setSeen(value);
    // Somebody went back or cleared the filters: it is not the echo of what was typed.
    if (value !== meant(typed)) setTyped(value);
  }
  const isWrong = !isTyping && typed.trim() !== "" && meant(typed) === "";
  return (
    <TextField
      className="col-span-2 self-start"
      label={t`Hash, address or number`}
      spellCheck={false}
      autoComplete="off"
      maxLength={100}
      value={typed}
      error={isWrong ? t`Enter all of a hash or an address, or the number of a payment.` : undefined}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(meant(event.target.value) || undefined);
      }}
    />
  );
}

function meant(typed: string): string {
  return readExact(typed) === null ? "" : typed.trim();
}
