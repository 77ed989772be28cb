import { t } from "@lingui/core/macro";
import { DayField, Narrowing, UserField } from "#pwa/console/desk/narrowing.tsx";
import { kindWords } from "#pwa/console/desk/money-words.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { SUBMISSION_KINDS } from "#schemas/all-submissions.ts";
import { SubmissionState } from "#schemas/wallet.ts";
import { type AllGoing, isNarrowed, NO_FILTER } from "./all-place.ts";
import { stateWords } from "./payment-words.ts";

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
    </Narrowing>
  );
}
